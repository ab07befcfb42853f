"""The official AdCP package as a second opinion, and as a buyer at our seller's table.

usage: official.py IN OUT

IN holds `cases`, each an exchange to be judged by the package's own verifier, and
`sellers`, each an address to be bought at through the package's own client. OUT gets the
codes of each case's issues, and for each seller the exchanges that its buyer verified.
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import datetime

from adcp import ADCPClient
from adcp.negotiation import verify_refine_proposals_response
from adcp.types import (
    AcceptProposalRequest,
    DeclineProposalsRequest,
    GetAdcpCapabilitiesRequest,
    GetTaskStatusRequest,
    RefineProposalsRequest,
    RequestProposalsRequest,
)
from adcp.types.core import AgentConfig, Protocol

WIRE = "adcp_negotiation_wire_response"


def judge(case: dict) -> list[str]:
    now = datetime.fromisoformat(case["now"].replace("Z", "+00:00"))
    result = verify_refine_proposals_response(
        case["request"],
        json.loads(case["answer"]),
        proposal_refinement=case["capabilities"],
        source_proposals={source["proposal_id"]: source for source in case["sources"]},
        now=now,
    )
    return sorted({issue.code for issue in result.issues})


def wire(model) -> dict:
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


class Buyer:
    """Buys through the official client; every refinement passes its verifier."""

    def __init__(self, client: ADCPClient) -> None:
        self.client = client
        self.known: dict[str, dict] = {}
        self.cases: list[dict] = []
        self.keys = 0
        self.refinement = None

    def key(self) -> str:
        self.keys += 1
        return f"official-buyer-{self.keys:08}"

    async def done(self, task) -> dict:
        """The answer as on the wire, a submitted one at its end."""
        result = await task
        assert result.success, result
        answer = wire(result.data)
        # The package writes this status by default, so the task id is what counts.
        while answer.get("status") == "submitted" and "task_id" in answer:
            asked = GetTaskStatusRequest(task_id=answer["task_id"], include_result=True)
            polled = wire((await self.client.get_task_status(asked)).data)
            assert polled["status"] in ("submitted", "working", "completed"), polled
            answer = polled.get("result", answer)
        return answer

    async def refine(self, *refinements: dict) -> dict:
        asked = {"idempotency_key": self.key(), "refinements": list(refinements)}
        request = RefineProposalsRequest.model_validate(asked)
        for entry, sent in zip(request.refinements, refinements):
            # The package's model writes its default into a finalize, which the published
            # schema forbids and every strict seller refuses.
            if sent["action"] == "finalize":
                entry.change_kind = None
        verified = await self.client.refine_proposals_verified(
            request, self.refinement, source_proposals=self.known
        )
        assert verified.valid, verified
        answer = verified.task_result.metadata[WIRE]
        case = {"request": asked, "answer": json.dumps(answer), "sources": list(self.known.values())}
        self.cases.append({**case, "capabilities": wire(self.refinement)})
        for result in answer["results"]:
            for proposal in [*result.get("proposals", []), result.get("proposal")]:
                if proposal:
                    self.known[proposal["proposal_id"]] = proposal
        return answer["results"][0]

    async def hold(self, draft: dict) -> dict:
        result = await self.refine({"proposal_id": draft["proposal_id"], "action": "finalize"})
        return result["proposal"]

    async def accept(self, held: dict) -> dict:
        asked = {
            "idempotency_key": self.key(),
            "account": {"account_id": "account_pinnacle_acme"},
            "proposal_id": held["proposal_id"],
            "proposal_terms_digest": held["terms_digest"],
        }
        result = await self.done(self.client.accept_proposal(AcceptProposalRequest.model_validate(asked)))
        accepted = result["accepted_proposal"]
        assert accepted["terms_digest"] == held["terms_digest"]
        self.known[held["proposal_id"]] = {**held, "proposal_status": "accepted", "media_buy_id": accepted["media_buy_id"]}
        return result

    async def walk(self) -> None:
        asked = GetAdcpCapabilitiesRequest.model_validate({})
        capabilities = (await self.client.get_adcp_capabilities(asked)).data
        self.refinement = capabilities.media_buy.proposal_refinement
        asked = {
            "idempotency_key": self.key(),
            "brand": {"domain": "acmeoutdoor.example"},
            "brief": "Premium video and display, Q4, USD 50,000.",
        }
        proposed = await self.done(self.client.request_proposals(RequestProposalsRequest.model_validate(asked)))
        draft = proposed["proposals"][0]
        source = {"proposal_id": draft["proposal_id"], "action": "revise"}
        typed = {
            "constraints": {
                "total_budget": {"max": 50000, "currency": "USD"},
                "cpm": {"max": 18, "currency": "USD"},
                "impressions": {"min": 1000000},
            },
            "product_changes": {"premium_video_q4": "include", "display_standard_q4": "omit"},
            "alternatives": {"count": 2},
        }
        result = await self.refine({**source, **typed})
        assert result["outcome"] in ("revised", "partial"), result
        chosen = result["proposals"][0]
        low = {"constraints": {"total_budget": {"max": 100, "currency": "USD"}}}
        assert (await self.refine({**source, **low}))["outcome"] == "partial"
        held = await self.hold(chosen)
        await self.accept(held)
        fork = {"proposal_id": held["proposal_id"], "action": "revise"}
        longer = {"change_kind": "amendment", "ask": "Extend the flight by two weeks."}
        amendment = (await self.refine({**fork, **longer}))["proposals"][0]
        held = await self.hold(amendment)
        await self.accept(held)
        fork = {"proposal_id": held["proposal_id"], "action": "revise", "change_kind": "cancellation"}
        ending = await self.hold((await self.refine(fork))["proposals"][0])
        ended = await self.accept(ending)
        assert ended["media_buy_status"] == "canceled", ended
        asked = {
            "idempotency_key": self.key(),
            "declines": [{"proposal_id": draft["proposal_id"], "reason": "selected_alternative"}],
        }
        declined = await self.done(self.client.decline_proposals(DeclineProposalsRequest.model_validate(asked)))
        assert declined["results"][0]["outcome"] == "declined"


async def buy(seller: dict) -> list[dict]:
    config = AgentConfig(
        id=seller["name"],
        agent_uri=seller["url"],
        protocol=Protocol.MCP,
        auth_token=seller["token"],
        auth_header="Authorization",
        auth_type="bearer",
    )
    async with ADCPClient(config) as client:
        buyer = Buyer(client)
        await buyer.walk()
        return buyer.cases


async def main() -> None:
    given, out = sys.argv[1:]
    with open(given, encoding="utf-8") as file:
        asked = json.load(file)
    answer = {
        "codes": [judge(case) for case in asked["cases"]],
        "bought": [await buy(seller) for seller in asked["sellers"]],
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(answer, file)


if __name__ == "__main__":
    asyncio.run(main())
