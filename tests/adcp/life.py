"""A plain MCP client walks a seller through the whole life of its proposals.

It writes every refinement's request, answer, sources and capabilities as one case, and
checks itself what no verifier of one answer can: replay, conflict, double finalize,
acceptance, amendment, cancellation, decline, a submitted task. Nothing of the official
package is used here but MCP itself.

usage: life.py URL TOKEN OUT
"""

from __future__ import annotations

import asyncio
import json
import sys

import httpx

VERSION = {"adcp_version": "3.2", "adcp_major_version": 3}


class Line:
    """JSON-RPC over streamable HTTP, with a session where one is given."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
        }
        self.client = httpx.AsyncClient(timeout=30)
        self.number = 0

    async def send(self, method: str, params: dict) -> dict:
        self.number += 1
        body = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        response = await self.client.post(self.url, json=body, headers=self.headers)
        response.raise_for_status()
        if "mcp-session-id" in response.headers:
            self.headers["Mcp-Session-Id"] = response.headers["mcp-session-id"]
        if response.headers["content-type"].startswith("text/event-stream"):
            events = [line[5:].strip() for line in response.text.splitlines() if line.startswith("data:")]
            answers = [json.loads(event) for event in events if event]
            return next(answer for answer in answers if answer.get("id") == self.number)
        return response.json()

    async def begin(self) -> list[str]:
        client = {"name": "life", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        await self.send("initialize", hello)
        notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        (await self.client.post(self.url, json=notice, headers=self.headers)).raise_for_status()
        listed = await self.send("tools/list", {})
        return [tool["name"] for tool in listed["result"]["tools"]]

    async def call(self, task: str, arguments: dict) -> dict:
        """The answer, or the task's error under `adcp_error`."""
        answer = await self.send("tools/call", {"name": task, "arguments": arguments})
        result = answer.get("result")
        if result is None:
            return {"adcp_error": answer["error"].get("data", {}).get("adcp_error", answer["error"])}
        content = result.get("structuredContent")
        if content is None:
            content = json.loads(result["content"][0]["text"])
        return content


class Buyer:
    """Remembers every proposal that it was told of."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.known: dict[str, dict] = {}
        self.cases: list[dict] = []
        self.keys = 0
        self.capabilities: dict = {}

    async def ask(self, task: str, **arguments) -> tuple[dict, dict]:
        self.keys += 1
        request = {"idempotency_key": f"life-of-a-proposal-{self.keys:04}", **VERSION, **arguments}
        return request, await self.line.call(task, request)

    async def refine(self, name: str, *refinements: dict) -> dict:
        request, answer = await self.ask("refine_proposals", refinements=list(refinements))
        if answer.get("status") == "submitted":
            answer = await self.wait(answer["task_id"])
        if "adcp_error" not in answer:
            self.case(name, request, answer)
        return answer

    def case(self, name: str, request: dict, answer: dict) -> None:
        sources = list(self.known.values())
        case = {"name": name, "request": request, "answer": answer, "sources": sources}
        self.cases.append({**case, "capabilities": self.capabilities})
        for result in answer.get("results", []):
            for proposal in [*result.get("proposals", []), result.get("proposal")]:
                if proposal:
                    self.known[proposal["proposal_id"]] = proposal

    async def wait(self, task: str) -> dict:
        for _ in range(10):
            status = await self.line.call("get_task_status", {"task_id": task, "include_result": True, **VERSION})
            if status["status"] == "completed":
                return status["result"]
        raise AssertionError("the task does not end")

    async def accept(self, held: dict) -> dict:
        _, answer = await self.ask(
            "accept_proposal",
            account={"account_id": "account_pinnacle_acme"},
            proposal_id=held["proposal_id"],
            proposal_terms_digest=held["terms_digest"],
        )
        assert "adcp_error" not in answer, answer
        accepted = answer["accepted_proposal"]
        assert accepted["terms_digest"] == held["terms_digest"]
        assert accepted["media_buy_id"] == answer["media_buy_id"]
        self.known[accepted["proposal_id"]] = accepted
        return answer

    async def hold(self, name: str, draft: dict) -> dict:
        answer = await self.refine(name, {"proposal_id": draft["proposal_id"], "action": "finalize"})
        return answer["results"][0]["proposal"]


def revision(source: str, **asked) -> dict:
    return {"proposal_id": source, "action": "revise", **asked}


def budget(most: int) -> dict:
    return {"constraints": {"total_budget": {"max": most, "currency": "USD"}}}


def code(answer: dict) -> str:
    return answer["adcp_error"]["code"]


async def walk(buyer: Buyer) -> None:
    tools = await buyer.line.begin()
    assert {"request_proposals", "refine_proposals", "accept_proposal", "decline_proposals"} <= set(tools), tools
    first = await buyer.line.call("get_adcp_capabilities", {})
    assert "3.2" in first["adcp"]["supported_versions"], first["adcp"]
    again = await buyer.line.call("get_adcp_capabilities", VERSION)
    buyer.capabilities = again["media_buy"]["proposal_refinement"]

    brief = {"brand": {"domain": "acmeoutdoor.example"}, "brief": "Video and display in Q4."}
    _, proposed = await buyer.ask("request_proposals", **brief)
    draft = proposed["proposals"][0]
    buyer.known[draft["proposal_id"]] = draft
    source = draft["proposal_id"]

    answer = await buyer.refine("revised", revision(source, **budget(50000)))
    assert answer["results"][0]["outcome"] == "revised", answer
    chosen = answer["results"][0]["proposals"][0]
    changes = {"premium_video_q4": "include", "display_standard_q4": "omit"}
    answer = await buyer.refine("alternatives", revision(source, product_changes=changes, alternatives={"count": 2}))
    assert len(answer["results"][0]["proposals"]) == 2, answer
    answer = await buyer.refine("partial", revision(source, **budget(100)))
    assert answer["results"][0]["outcome"] == "partial", answer
    low = {"constraints": {"cpm": {"max": 5, "currency": "USD"}}}
    answer = await buyer.refine("unable", revision(source, **low))
    assert answer["results"][0]["outcome"] == "unable", answer
    flight = {"constraints": {"flight": {"end_no_earlier_than": "2026-10-31T00:00:00Z"}}}
    assert code(await buyer.refine("unsupported", revision(source, **flight))) == "UNSUPPORTED_FEATURE"
    two = [revision(source, **budget(40000)), revision(chosen["proposal_id"], **budget(30000))]
    answer = await buyer.refine("two sources", *two)
    assert [result["source_proposal_id"] for result in answer["results"]] == [source, chosen["proposal_id"]]
    answer = await buyer.refine("submitted", revision(source, **budget(45000), ask="Take it slowly."))
    assert answer["results"][0]["outcome"] == "revised", answer

    held = await buyer.hold("finalized", chosen)
    request = buyer.cases[-1]["request"]
    replay = await buyer.line.call("refine_proposals", request)
    assert replay["replayed"] is True, replay
    assert replay["results"][0]["proposal"] == held, "a replay keeps id and expiry"
    changed = {**request, "refinements": [revision(source, **budget(20000))]}
    assert code(await buyer.line.call("refine_proposals", changed)) == "IDEMPOTENCY_CONFLICT"
    for id in (held["proposal_id"], chosen["proposal_id"]):
        assert code(await buyer.refine("twice", {"proposal_id": id, "action": "finalize"})) == "INVALID_STATE"

    first_buy = await buyer.accept(held)
    longer = revision(held["proposal_id"], change_kind="amendment", ask="Extend the flight by two weeks.")
    answer = await buyer.refine("amendment", longer)
    amendment = answer["results"][0]["proposals"][0]
    assert amendment["proposal_kind"] == "media_buy_update", amendment
    held = await buyer.hold("amendment held", amendment)
    amended = await buyer.accept(held)
    assert amended["media_buy_id"] == first_buy["media_buy_id"]
    assert amended["revision"] == first_buy["revision"] + 1
    answer = await buyer.refine("cancellation", revision(held["proposal_id"], change_kind="cancellation"))
    ending = answer["results"][0]["proposals"][0]
    assert ending["proposal_kind"] == "media_buy_cancellation", ending
    ended = await buyer.accept(await buyer.hold("cancellation held", ending))
    assert ended["media_buy_status"] == "canceled", ended

    declines = [{"proposal_id": source, "reason": "price"}, {"proposal_id": "proposal_of_nobody", "reason": "timing"}]
    _, declined = await buyer.ask("decline_proposals", declines=declines)
    assert [result["outcome"] for result in declined["results"]] == ["declined", "unable"], declined


async def main() -> None:
    url, token, out = sys.argv[1:]
    buyer = Buyer(Line(url, token))
    try:
        await walk(buyer)
    finally:
        await buyer.line.client.aclose()
        with open(out, "w", encoding="utf-8") as file:
            json.dump(buyer.cases, file)


if __name__ == "__main__":
    asyncio.run(main())
