// Small sounds, made here; silent until switched on.

const LOUD = 0.125;
let context = null;

const isOn = () => localStorage.getItem("sound") === "on";

export function switchSound() {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  showSound();
  soundOf("coin");
}

export function showSound() {
  for (const button of document.querySelectorAll('[data-do="sound"]')) {
    button.setAttribute("aria-pressed", isOn());
    button.textContent = isOn() ? "♪ Sound on" : "♪ Sound off";
  }
}

export function soundOf(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  context.resume();
  SOUNDS[name]?.(context.currentTime + 0.01);
}

const SOUNDS = {
  card: (at) => noise(at, 0.06, 2400),
  token: (at) => tone(at, 0.12, "sine", 880, 660),
  dice: (at) => [0, 0.07, 0.13, 0.2, 0.26].forEach((later) => noise(at + later, 0.03, 1600)),
  step: (at) => tone(at, 0.07, "triangle", 220),
  coin: (at) => [988, 1319].forEach((pitch, number) => tone(at + 0.07 * number, 0.14, "sine", pitch)),
  spell: (at) => [330, 495, 742].forEach((pitch, number) => tone(at + 0.08 * number, 0.14, "sine", pitch)),
  turn: (at) => [660, 990].forEach((pitch) => tone(at, 0.3, "sine", pitch)),
  refused: (at) => tone(at, 0.18, "sine", 110, 70),
  win: (at) => [523, 659, 784, 1047].forEach((pitch, number) => tone(at + 0.2 * number, 0.3, "triangle", pitch)),
};

function tone(at, lasts, type, from, to = from) {
  const source = new OscillatorNode(context, { type, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  fade(source, at, lasts);
}

function noise(at, lasts, pitch) {
  const buffer = context.createBuffer(1, lasts * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let number = 0; number < samples.length; number++) samples[number] = 2 * Math.random() - 1;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter);
  fade(source, at, lasts, filter);
}

function fade(source, at, lasts, last = source) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  last.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + lasts);
}
