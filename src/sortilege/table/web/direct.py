"""Past the layers between the app and the connection, for what is ready and goes out most often."""

from typing import TYPE_CHECKING
from weakref import ref

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

if TYPE_CHECKING:
    from sortilege.table.web.server import Call

DIRECT = "sortilege.direct"
"""Under this name the scope of a request has its direct line."""


class Direct:
    """A line to the connection for moves' answers and events. It says no where the usual way has to be taken."""

    def __init__(self, call: "Call", cycle: RequestResponseCycle) -> None:
        self.call = call
        self.cycle = ref(cycle)
        """It has us: were both to hold each other, each request would be left to the collector."""

    def answer(self, head: bytes, body: bytes) -> bool:
        """The whole answer, in one write. `head`: status line and headers, but for what the server adds."""
        cycle = self.cycle()
        if cycle is None or cycle.response_started or cycle.disconnected:
            return False
        if not cycle.keep_alive or cycle.flow.write_paused:
            return False
        cycle.response_started = cycle.response_complete = True
        self.call.wire.write(b"%bcontent-length: %d\r\n%b\r\n%b" % (head, len(body), self.call.added(), body))
        cycle.message_event.set()
        cycle.on_response()
        return True

    def more(self, body: bytes) -> bool:
        """More of an answer that has begun."""
        cycle = self.cycle()
        if cycle is None or cycle.flow.write_paused or cycle.disconnected:
            return False
        if cycle.response_complete or not cycle.response_started:
            return False
        self.call.wire.write(b"%x\r\n%b\r\n" % (len(body), body) if cycle.chunked_encoding else body)
        return True
