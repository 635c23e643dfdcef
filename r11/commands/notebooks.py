"""`r11 lab` and `r11 review`: JupyterLab on the notebooks, and the review panel under Voilà."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path

from r11.commands import add_workspace, open_workspace, say
from r11.errors import UsageError
from r11.storage import Workspace

LOOPBACK = "127.0.0.1"
REVIEW_NOTEBOOK, GOLD_NOTEBOOK = "05_review.ipynb", "07_gold_sample.ipynb"
SHARE = Path(__file__).resolve().parents[1] / "panels" / "share"

NO_ACCOUNTS = """\
It listens on this machine only and has no accounts: whoever can reach the port can decide under any name. On a
machine that others use, give it a token (r11 review --token SECRET, then open the address with ?token=SECRET), or put
a proxy that asks for a login in front of it."""


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lab = verbs.add_parser("lab", help="JupyterLab on the notebooks", epilog="example: r11 lab my-programme")
    add_workspace(lab)
    lab.add_argument("--port", type=int, default=8888)
    lab.set_defaults(run=run_lab)
    review = verbs.add_parser(
        "review",
        help="the review panel in a browser, without notebooks around it",
        description="Serves the review panel under Voilà. " + NO_ACCOUNTS,
        epilog="example: r11 review my-programme --port 8866",
    )
    add_workspace(review)
    review.add_argument("--port", type=int, default=8866)
    which = review.add_mutually_exclusive_group()
    which.add_argument("--gold", action="store_true", help="the blind panel of the gold sample instead")
    blind = "blind second review: a random draw of answered items, without anything of the answer"
    which.add_argument("--second", dest="room", action="store_const", const="second", default="review", help=blind)
    ruling = "rule where reviewers differ; nobody is named"
    which.add_argument("--adjudicate", dest="room", action="store_const", const="adjudication", help=ruling)
    review.add_argument("--token", default="", help="demand this token from every browser")
    review.set_defaults(run=run_review)


def notebooks_root() -> Path:
    """The notebooks of the checkout. Raises UsageError where r11 was installed without one."""
    root = Path(__file__).resolve().parents[2] / "notebooks"
    if not root.is_dir():
        raise UsageError("the notebooks are part of a checkout of the project; run this from there")
    return root


def run_lab(args: argparse.Namespace) -> int:
    workspace = open_workspace(args.workspace)
    demand_free(args.port)
    say(f"workspace {workspace.root}; JupyterLab: http://{LOOPBACK}:{args.port}/ (stop it with Ctrl-C)")
    return become(lab_command(notebooks_root(), args.port), workspace)


def run_review(args: argparse.Namespace) -> int:
    workspace = open_workspace(args.workspace)
    address = f"http://{LOOPBACK}:{args.port}/"
    panel, notebook = ("gold panel", GOLD_NOTEBOOK) if args.gold else ("review panel", REVIEW_NOTEBOOK)
    demand_free(args.port)
    say(f"workspace {workspace.root}\n{panel}: open {address} in a browser (stop it here with Ctrl-C)\n{NO_ACCOUNTS}")
    os.environ["R11_REVIEW_ROOM"] = args.room  # for the panel, which runs in a kernel of the server
    return become(voila_command(notebooks_root() / notebook, args.port, args.token), workspace)


def demand_free(port: int) -> None:
    """Raises UsageError where something listens on the port already, or it cannot be had."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the servers do
        try:
            tried.bind((LOOPBACK, port))
        except OverflowError as error:
            raise UsageError(f"--port {port}: ports go up to 65535") from error
        except OSError as error:
            raise UsageError(
                f"port {port} of {LOOPBACK}: {error.strerror}. End what listens there (a panel started before?), "
                f"or take another: --port {port + 1}, with make PORT={port + 1}"
            ) from error


def lab_command(folder: Path, port: int) -> list[str]:
    """JupyterLab on a folder of notebooks, asking nobody for news or updates."""
    command = [
        beside_python("jupyter-lab"),
        f"--ServerApp.ip={LOOPBACK}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if os.geteuid() == 0:  # as root (a container) JupyterLab starts only when told so
        command.append("--allow-root")
    return command


def voila_command(notebooks: Path, port: int, token: str) -> list[str]:
    """Voilà on one notebook, or on a folder of them, with the template that links to no public host."""
    return [
        beside_python("voila"),
        "--no-browser",
        "--template=r11",
        f"--Voila.ip={LOOPBACK}",
        f"--port={port}",
        "--Voila.port_retries=0",
        f"--token={token}",
        *(f"--MappingKernelManager.{name}={value}" for name, value in CULLING.items()),
        str(notebooks),
    ]


CULLING = {"cull_idle_timeout": 600, "cull_interval": 60, "cull_connected": False}
"""In seconds. Each visit of a page starts a kernel and none ends it: one that no page is connected to any more ends
after ten minutes. Nothing is lost by it: what was decided is on the disk. A page that slept longer is loaded again."""


def server_environment(workspace: Workspace) -> dict[str, str]:
    """What a server needs to find the workspace, the template, and that JupyterLab is to announce no news."""
    return {
        "R11_WORKSPACE": str(workspace.root.resolve()),
        "JUPYTER_PATH": _first(SHARE, "JUPYTER_PATH"),
        "JUPYTER_CONFIG_PATH": _first(SHARE / "config", "JUPYTER_CONFIG_PATH"),
    }


def _first(folder: Path, variable: str) -> str:
    """A search path of the user's environment, with this folder before it."""
    return os.pathsep.join(filter(None, [str(folder), os.environ.get(variable, "")]))


def beside_python(program: str) -> str:
    return str(Path(sys.executable).with_name(program))


def become(command: list[str], workspace: Workspace) -> int:
    """Replace this process by the server: its signals and its exit status are the user's."""
    os.environ.update(server_environment(workspace))
    os.execv(command[0], command)
