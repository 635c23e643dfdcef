"""JupyterLab or Voilà, started by the program's own command lines, with Jupyter folders of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from r11.commands.notebooks import REVIEW_NOTEBOOK, lab_command, notebooks_root, server_environment, voila_command
from r11.storage import default_workspace
from r11.workbench.rooms import ROOM_VARIABLE

Kind = Literal["voila", "lab"]
FOLDERS = (
    "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
)  # fmt: skip
START_SECONDS = 60


@dataclass(frozen=True)
class Server:
    kind: Kind
    address: str
    folder: Path

    def notebook_on(self, workspace: Path, source: str = REVIEW_NOTEBOOK, room: str = "") -> str:
        """A copy of a panel's notebook whose first parameter names the workspace; its file name.

        room: of the review, told to the kernel as `r11 review` tells it.
        """
        notebook = json.loads((notebooks_root() / source).read_text(encoding="utf-8"))
        (parameters,) = (c for c in notebook["cells"] if "parameters" in c["metadata"].get("tags", ()))
        parameters["source"] = [f"workspace = {str(workspace)!r}\n", *parameters["source"][1:]]
        if room:
            parameters["source"] += ["\nimport os\n", f"os.environ[{ROOM_VARIABLE!r}] = {room!r}"]
        name = f"{workspace.parent.name}-{room}{source}"
        (self.folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        return name

    def page_of(self, notebook: str) -> str:
        return (
            f"{self.address}/voila/render/{notebook}"
            if self.kind == "voila"
            else f"{self.address}/lab/tree/{notebook}?reset"
        )


def serve(kind: Kind, folder: Path) -> Iterator[Server]:
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    port = _free_port()
    command = voila_command(notebooks, port, "") if kind == "voila" else _lab(notebooks, port)
    address = f"http://127.0.0.1:{port}"
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            command, env=_environment(folder), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(address, process, folder / "server.log")
            yield Server(kind, address, notebooks)
        finally:
            _stop(process)


def _lab(notebooks: Path, port: int) -> list[str]:
    """As a person starts it, but for no browser, no token, and the application within a test's reach."""
    extra = ["--no-browser", "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    return [*lab_command(notebooks, port), *extra]


def _environment(folder: Path) -> dict[str, str]:
    made = {name: str(folder / name) for name in FOLDERS}
    for path in made.values():
        Path(path).mkdir()
    return {**os.environ, **server_environment(default_workspace()), **made}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with direct.open(address, timeout=1) as answer:
                answer.read()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"{address} did not answer:\n{log.read_text()[-3000:]}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)  # ends the kernels too, and asks nothing
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
