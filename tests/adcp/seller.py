"""A seller on the official AdCP framework, for our buyer to be tried against.

The framework checks the request, keeps the keys, computes digests and lineage and checks
its own answer; this script decides what is offered and remembers it. It listens on a free
port of loopback and prints one line of JSON when it is ready.
"""

from __future__ import annotations

import copy
import json
import socket
import sys
import threading
import time
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, timezone
from itertools import count

from adcp.decisioning.negotiation import execute_refinement_batch
from adcp.decisioning.types import AdcpError
from adcp.negotiation import compute_terms_digest
from adcp.server import ADCPHandler, IdempotencyStore, MemoryBackend, serve
from adcp.server.auth import BearerTokenAuth, Principal, auth_context_factory, validator_from_token_map

TOKEN = "official-seller"
REFINEMENT = {
    "supported_dimensions": ["total_budget", "cpm", "impressions", "product_changes", "alternatives"],
    "max_alternatives": 3,
}
PRICES = {"premium_video_q4": 18, "native_feed_q4": 16, "display_standard_q4": 11}
LEAST = 5000
HOLD = timedelta(minutes=15)


def now() -> datetime:
    return datetime.now(timezone.utc).replace(microsecond=0)


def text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def plain(params) -> dict:
    if isinstance(params, dict):
        return params
    return params.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)


def fault(code: str, message: str, field: str) -> AdcpError:
    return AdcpError(code, message=message, recovery="correctable", field=field)


def terms(products: list[str], total: float, start: datetime, end: datetime) -> dict:
    each = round(total / len(products), 2)
    span = {"start_time": text(start), "end_time": text(end)}
    purchases = [
        {
            "product_id": product,
            "pricing_option_id": f"cpm_{product}",
            "pricing": {
                "pricing_option_id": f"cpm_{product}",
                "pricing_model": "cpm",
                "currency": "USD",
                "fixed_price": PRICES[product],
            },
            "impressions": int(each * 1000 / PRICES[product]),
            **span,
        }
        for product in products
    ]
    return {
        "brand": {"domain": "acmeoutdoor.example"},
        "purchases": purchases,
        "total_budget": {"amount": total, "currency": "USD"},
        **span,
    }


def described(products) -> list[dict]:
    return [
        {
            "product_id": product,
            "name": product.replace("_", " "),
            "pricing_options": [
                {
                    "pricing_option_id": f"cpm_{product}",
                    "pricing_model": "cpm",
                    "currency": "USD",
                    "fixed_price": PRICES[product],
                }
            ],
        }
        for product in products
    ]


def bought(proposal: dict) -> list[str]:
    return [purchase["product_id"] for purchase in proposal["commercial_terms"]["purchases"]]


class Books:
    """Proposals, media buys and submitted tasks."""

    def __init__(self) -> None:
        self.proposals: dict[str, dict] = {}
        self.declined: set[str] = set()
        self.buys: dict[str, dict] = {}
        self.tasks: dict[str, list] = {}
        self.numbers = count(1)

    def new_id(self, what: str) -> str:
        return f"{what}_{next(self.numbers):04}"

    def keep(self, proposal: dict) -> dict:
        self.proposals[proposal["proposal_id"]] = copy.deepcopy(proposal)
        return proposal


BOOKS = Books()
KEYS = IdempotencyStore(backend=MemoryBackend(), ttl_seconds=86400)


def unable(code: str, reason: str, **more) -> dict:
    return {"outcome": "unable", "reason_code": code, "reason": reason, **more}


def drafted(source: dict, plans: list[dict], **more) -> dict:
    own = {key: source[key] for key in ("proposal_kind", "media_buy_id", "base_media_buy_revision") if key in source}
    if source["proposal_status"] == "accepted":
        buy = BOOKS.buys[source["media_buy_id"]]
        own = {
            "proposal_kind": "media_buy_cancellation" if more.pop("ends", False) else "media_buy_update",
            "media_buy_id": source["media_buy_id"],
            "base_media_buy_revision": buy["revision"],
        }
    drafts = [
        {
            "proposal_id": BOOKS.new_id("proposal"),
            "parent_proposal_id": source["proposal_id"],
            "proposal_status": "draft",
            "name": " and ".join(purchase["product_id"] for purchase in plan["purchases"]),
            "expires_at": text(now() + timedelta(days=1)),
            "commercial_terms": plan,
            "terms_digest": compute_terms_digest(plan),
            **own,
        }
        for plan in plans
    ]
    return {"outcome": "revised", "proposals": [BOOKS.keep(draft) for draft in drafts], **more}


def revise(refinement: dict, source: dict) -> dict:
    held = source["commercial_terms"]
    start = datetime.fromisoformat(held["start_time"].replace("Z", "+00:00"))
    end = datetime.fromisoformat(held["end_time"].replace("Z", "+00:00"))
    if refinement.get("change_kind") == "cancellation":
        if source["proposal_status"] != "accepted":
            raise fault("INVALID_STATE", "only what was accepted can be cancelled", "refinements")
        ended = {**held, "cancellation_terms": {"effective_at": text(now() + timedelta(days=7))}}
        return drafted(source, [ended], ends=True)
    ask = refinement.get("ask", "")
    if ask and not set(refinement) - {"proposal_id", "action", "ask", "change_kind"} and "two weeks" not in ask:
        return unable("uninterpreted", "That was not understood.")
    if "two weeks" in ask:
        end += timedelta(days=14)
    changes = refinement.get("product_changes", {})
    wanted = [p for p in PRICES if (p in bought(source) or changes.get(p) == "include") and changes.get(p) != "omit"]
    bounds = refinement.get("constraints", {})
    if "cpm" in bounds and min(PRICES.values()) > bounds["cpm"]["max"]:
        return unable("constraint_unsatisfiable", "Not at that price.", unsatisfied_constraints=["cpm"])
    if "cpm" in bounds:
        wanted = [p for p in wanted if PRICES[p] <= bounds["cpm"]["max"]]
    budget = bounds.get("total_budget", {})
    total = min(max(held["total_budget"]["amount"], budget.get("min", 0)), budget.get("max", 10**9))
    mixes = [wanted] + [m for m in (["premium_video_q4"], ["premium_video_q4", "native_feed_q4"]) if m != wanted]
    mixes = [m for m in mixes if m and all(changes.get(p) != "omit" for p in m)]
    mixes = [m for m in mixes if all(p in m for p, act in changes.items() if act == "include")]
    asked = refinement.get("alternatives", {}).get("count", 1)
    if total < LEAST:
        plan = terms(mixes[0][:1], LEAST, start, end)
        why = {"reason_code": "constraint_unsatisfiable", "reason": "Nothing is sold below 5,000."}
        result = drafted(source, [plan], unsatisfied_constraints=["total_budget"], **why)
        return {**result, "outcome": "partial"}
    plans = [terms(mix, total, start, end) for mix in mixes[:asked]]
    result = drafted(source, plans)
    if len(plans) < asked:
        result.update(outcome="partial", reason_code="alternatives_unavailable", reason="Fewer mixes.")
    return result


def hold(refinement: dict, source: dict) -> dict:
    if any(p.get("parent_proposal_id") == source["proposal_id"] and p["proposal_status"] == "committed"
           for p in BOOKS.proposals.values()):
        raise fault("INVALID_STATE", "this draft is held already", "refinements")
    held = {
        **source,
        "proposal_id": BOOKS.new_id("hold"),
        "parent_proposal_id": source["proposal_id"],
        "proposal_status": "committed",
        "expires_at": text(now() + HOLD),
    }
    return {"outcome": "finalized", "proposal": BOOKS.keep(held)}


@asynccontextmanager
async def whole(_request, _context):
    """Every hold of a batch or none."""
    before = copy.deepcopy(BOOKS.proposals)
    try:
        yield
    except BaseException:
        BOOKS.proposals = before
        raise


class Seller(ADCPHandler):
    """The tasks of a proposal's life."""

    advertised_tools = {
        "get_adcp_capabilities",
        "request_proposals",
        "refine_proposals",
        "decline_proposals",
        "accept_proposal",
        "get_task_status",
    }

    async def get_adcp_capabilities(self, params, context=None):
        return {
            "status": "completed",
            "adcp": {
                "major_versions": [3],
                "supported_versions": ["3.1", "3.2"],
                "idempotency": KEYS.capability(),
            },
            "supported_protocols": ["media_buy"],
            "media_buy": {
                "lifecycle_tools": ["request_proposals", "refine_proposals", "decline_proposals", "accept_proposal"],
                "supports_proposals": True,
                "proposal_refinement": REFINEMENT,
            },
        }

    @KEYS.wrap
    async def request_proposals(self, params, context=None):
        plan = terms(
            ["premium_video_q4", "display_standard_q4"],
            60000,
            datetime(now().year + 1, 10, 1, tzinfo=timezone.utc),
            datetime(now().year + 1, 11, 1, tzinfo=timezone.utc),
        )
        draft = BOOKS.keep(
            {
                "proposal_id": BOOKS.new_id("proposal"),
                "proposal_kind": "new_media_buy",
                "proposal_status": "draft",
                "name": "A first plan",
                "expires_at": text(now() + timedelta(days=1)),
                "commercial_terms": plan,
                "terms_digest": compute_terms_digest(plan),
            }
        )
        return {
            "status": "completed",
            "outcome": "proposed",
            "proposals": [draft],
            "products": described(bought(draft)),
        }

    @KEYS.wrap
    async def refine_proposals(self, params, context=None):
        request = plain(params)
        sources = {key: value for key, value in BOOKS.proposals.items() if key not in BOOKS.declined}

        def process(refinement, _context):
            source = sources.get(refinement["proposal_id"])
            if source is None:
                return unable("source_unavailable", "There is no such proposal.")
            source = copy.deepcopy(source)
            return hold(refinement, source) if refinement["action"] == "finalize" else revise(refinement, source)

        answer = await execute_refinement_batch(
            request,
            REFINEMENT,
            process,
            finalize_transaction=whole,
            products=described(PRICES),
            source_proposals=sources,
        )
        if any("slowly" in refinement.get("ask", "") for refinement in request["refinements"]):
            task = BOOKS.new_id("task")
            BOOKS.tasks[task] = [0, answer]
            return {"status": "submitted", "task_id": task}
        return answer

    @KEYS.wrap
    async def accept_proposal(self, params, context=None):
        request = plain(params)
        held = BOOKS.proposals.get(request["proposal_id"])
        if held is None or request["proposal_id"] in BOOKS.declined:
            raise fault("PROPOSAL_NOT_FOUND", "there is no such proposal", "proposal_id")
        if held["proposal_status"] == "draft":
            raise fault("PROPOSAL_NOT_COMMITTED", "this is a draft", "proposal_id")
        if held["proposal_status"] == "accepted":
            raise fault("INVALID_STATE", "this was accepted already", "proposal_id")
        if request["proposal_terms_digest"] != held["terms_digest"]:
            raise fault("INVALID_REQUEST", "another digest", "proposal_terms_digest")
        ends = held["proposal_kind"] == "media_buy_cancellation"
        buy_id = held.get("media_buy_id") or BOOKS.new_id("buy")
        revision = BOOKS.buys.get(buy_id, {"revision": 0})["revision"] + 1
        BOOKS.buys[buy_id] = {"revision": revision}
        accepted = {key: value for key, value in held.items() if key != "expires_at"}
        accepted.update(proposal_status="accepted", accepted_at=text(now()), media_buy_id=buy_id)
        BOOKS.keep(accepted)
        return {
            "status": "completed",
            "media_buy_id": buy_id,
            "revision": revision,
            "media_buy_status": "canceled" if ends else "pending_creatives",
            "accepted_proposal": accepted,
            "purchase_bindings": [
                {"purchase_index": place, "product_id": product, "package_id": f"package_{buy_id}_{product}"}
                for place, product in enumerate(bought(accepted))
            ],
            "available_actions": [],
        }

    @KEYS.wrap
    async def decline_proposals(self, params, context=None):
        results = []
        for decline in plain(params)["declines"]:
            id = decline["proposal_id"]
            known = BOOKS.proposals.get(id)
            if known is None or id in BOOKS.declined or known["proposal_status"] == "accepted":
                results.append({"proposal_id": id, "outcome": "unable", "reason": "Not open."})
            else:
                BOOKS.declined.add(id)
                results.append({"proposal_id": id, "outcome": "declined"})
        return {"results": results}

    async def get_task_status(self, params, context=None):
        id = plain(params)["task_id"]
        if id not in BOOKS.tasks:
            raise fault("REFERENCE_NOT_FOUND", "there is no such task", "task_id")
        task = BOOKS.tasks[id]
        task[0] += 1
        done = task[0] > 1
        answer = {
            "status": "completed" if done else "working",
            "task_id": id,
            "task_type": "refine_proposals",
            "protocol": "media-buy",
            "created_at": text(now()),
            "updated_at": text(now()),
        }
        return {**answer, "result": task[1]} if done else answer


def tell_when_ready(port: int) -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            break
    print(json.dumps({"url": f"http://127.0.0.1:{port}/mcp", "token": TOKEN}), flush=True)


def main() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tokens = validator_from_token_map({TOKEN: Principal(caller_identity="buyer")})

    threading.Thread(target=tell_when_ready, args=(port,), daemon=True).start()
    serve(
        Seller(),
        name="official-seller",
        host="127.0.0.1",
        port=port,
        auth=BearerTokenAuth(validate_token=tokens),
        context_factory=auth_context_factory,
        stateless_http="--stateless" in sys.argv,
    )


if __name__ == "__main__":
    main()
