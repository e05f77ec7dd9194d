// boardgame.io with its file store under the same load: `node boardgame.mjs serve PORT FOLDER`, or
// `node boardgame.mjs play PORT TABLES WATCHERS SECONDS MOVES SERVER`, which prints the moves answered and the ticks of the
// processor that the process SERVER used for them. It is found from the folder that this is started in. The game is as
// small as one can be; the file store syncs nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const find = createRequire(`${process.cwd()}/`);
const [what, port, ...given] = process.argv.slice(2);
const SEATS = 3;
const JOINED = 100;

const game = {
  name: "count",
  setup: () => ({ taken: [0, 0, 0] }),
  moves: {
    take: ({ G, playerID }, many) => {
      G.taken[playerID] += many;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

async function serve([folder]) {
  const { Server, FlatFile } = find("boardgame.io/server");
  const server = Server({ games: [game], db: new FlatFile({ dir: folder }), origins: ["*"] });
  await server.run(Number(port));
}

function ticks(process) {
  const fields = readFileSync(`/proc/${process}/stat`, "utf8").split(") ").pop().split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function play([tables, watchers, seconds, moves, server]) {
  const { io } = find("socket.io-client");
  const tally = { counting: false, moves: 0, begun: 0 };
  const open = () => io(`http://127.0.0.1:${port}/${game.name}`, { transports: ["websocket"], forceNew: true });

  function table(number, lookers) {
    let round = 0;
    const match = () => `${number}-${round}`;
    const sockets = Array.from({ length: SEATS + lookers }, open);
    const sit = () => sockets.forEach((each, seat) => each.emit("sync", match(), seat < SEATS ? `${seat}` : null, undefined, SEATS));
    const move = (seat, state) => {
      if (state.ctx.currentPlayer !== `${seat}`) return;
      const action = { type: "MAKE_MOVE", payload: { type: "take", args: [1 + Math.floor(Math.random() * 6)], playerID: `${seat}` } };
      sockets[seat].emit("update", action, state._stateID, match(), `${seat}`);
    };
    // Who joins while a move is made may not hear of it: the first move waits until all are there.
    let there = 0;
    for (const each of sockets) {
      each.on("sync", (id, { state }) => {
        there += id === match();
        if (there === sockets.length) setTimeout(() => move(0, state), JOINED);
      });
    }
    for (const seat of Array.from({ length: SEATS }, (_, each) => each)) {
      sockets[seat].on("update", (id, state) => {
        if (id !== match()) return;
        const before = (Number(state.ctx.currentPlayer) + SEATS - 1) % SEATS;
        if (before === seat) tally.moves += tally.counting;
        if (state._stateID < moves * 2) move(seat, state);
        else if (before === seat) {
          round += 1;
          there = 0;
          sit();
        }
      });
    }
    let connected = 0;
    for (const each of sockets) {
      each.on("connect", () => {
        connected += 1;
        if (connected === sockets.length) {
          sit();
          tally.begun += 1;
        }
      });
    }
  }

  for (let number = 0; number < tables; number += 1) {
    table(number, Math.floor((watchers * (number + 1)) / tables) - Math.floor((watchers * number) / tables));
  }
  const waiting = setInterval(() => {
    if (tally.begun < tables) return;
    clearInterval(waiting);
    setTimeout(() => {
      const used = ticks(server);
      tally.counting = true;
      setTimeout(() => {
        console.log(tally.moves, ticks(server) - used);
        process.exit(0);
      }, seconds * 1000);
    }, 3000);
  }, 100);
}

if (what === "serve") await serve(given);
else play(given.map(Number));
