"""The sandbox page's side panel: the run as it happens, the wire with its fault buttons; and a connection that is lost."""

import pytest
from playwright.async_api import Page, expect

from adapters.sandbox.page_faults import TROUBLES
from tests.journeys.browser import Sandbox, bot_thread, call, message, retrieve

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


async def test_the_run_is_shown_as_it_happens(page: Page, sandbox: Sandbox) -> None:
    """Nodes light up in order with their findings; the end shows what it cost and what was not taken."""
    thread, _ = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    await expect(page.locator("#run .step[data-state=waiting]")).to_have_count(14)
    retrieve(sandbox, thread)
    panel = page.locator("#run")
    await expect(panel.locator(".state")).to_have_text("running")
    steps = panel.locator(".step[data-state=done] .step-node")
    await expect(steps).to_have_text(["contextualize", "router", "retrieve"])
    await expect(panel.locator(".step[data-state=waiting] .step-node")).to_have_text(["reask_user", "generate_retrieve"])
    await expect(panel.locator(".question")).to_have_text("a heist film from the 90s")
    await expect(panel.locator("[data-node=router] .fact")).to_have_text("RETRIEVE")
    facts = ["movie", "year from 1990", "year to 1999", "2 found"]
    await expect(panel.locator("[data-node=retrieve] .fact")).to_have_text(facts)
    await expect(panel.locator(".title")).to_have_text(["Heat 19950.71a crime film · 1995", "The Usual Suspects 19950.64"])
    await expect(panel.locator("[data-node=retrieve] .step-about")).to_have_text(["encode 9.1 ms", "Only two fit."])
    bar = await panel.locator(".title").first.evaluate("element => getComputedStyle(element).getPropertyValue('--score')")
    assert bar == "71%"
    await expect(panel.locator(".gate.passes")).to_contain_text("0.71 ≥ 0.50 good enough")
    await expect(panel.locator("[data-node=retrieve] .step-ms")).to_have_text("48 ms")
    sandbox.run(thread, "node_start", {"node": "generate_retrieve"})
    for _ in range(3):
        sandbox.run(thread, "response_chunk", {"text": "four"})
    await expect(panel.locator(".step[data-state=running]")).to_contain_text("3 pieces · 12 characters")
    sandbox.run(thread, "node_end", {"node": "generate_retrieve", "ms": 900.0})
    sandbox.run(thread, "graph_end", {"path": [], "ms": 1210.0})
    usage = {"model_calls": 2, "prompt_tokens": 800, "completion_tokens": 120, "cost_usd": 0.0}
    sandbox.run(thread, "response_done", {"text": "Heat", "usage": usage, "needs_reask": False})
    await expect(panel.locator(".state")).to_have_text("done")
    await expect(panel.locator(".run-ms")).to_have_text("1.2 s")
    await expect(panel.locator(".usage")).to_contain_text("800")
    await expect(panel.locator(".not-taken")).to_have_text("Not taken: generate_general, use_tool, plan_subtasks, reask_user")


async def test_a_question_in_parts_shows_each_part(page: Page, sandbox: Sandbox) -> None:
    """The plan with what waits for what, then each step with the parts that it worked on; what follows is the plan's way."""
    thread, _ = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    panel = page.locator("#run")
    sandbox.run(thread, "node_start", {"node": "plan_subtasks"})
    tasks = [{"kind": "tool", "question": "Who directed Heat?"}, {"question": "films by {answer}", "depends_on": 1}]
    sandbox.run(thread, "node_output", {"node": "plan_subtasks", "data": {"subtasks": tasks}})
    told = ["1. Who directed Heat?", "2. films by {answer} (after 1)"]
    await expect(panel.locator("[data-node=plan_subtasks] .step-about")).to_have_text(told)
    for place in ("a thriller (1 of 2)", "a comedy (2 of 2)"):
        sandbox.run(thread, "node_start", {"node": "retrieve", "about": place})
    parts = panel.locator("[data-node=retrieve] .step-about")
    await expect(parts).to_have_text(["a thriller (1 of 2)", "a comedy (2 of 2)"])
    await expect(panel.locator(".step[data-state=waiting] .step-node")).to_have_text(["grade_documents"])


async def test_a_weak_match_a_stop_and_a_failure_look_different(page: Page, sandbox: Sandbox) -> None:
    """Below the gate the bar says so; a stopped run and a failed one say what happened; one can leaf through the runs."""
    thread, _ = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    panel = page.locator("#run")
    retrieve(sandbox, thread, score=0.31)
    await expect(panel.locator(".gate.fails")).to_contain_text("0.31 < 0.50 too weak")
    sandbox.run(thread, "node_start", {"node": "reask_user"})
    sandbox.run(thread, "response_done", {"text": "Which?", "usage": {"model_calls": 0}, "needs_reask": True})
    await expect(panel.locator(".state")).to_have_text("asked back")
    await expect(panel.locator(".run-note")).to_contain_text("No model was called")
    retrieve(sandbox, thread, run_id="run-2")
    sandbox.run(thread, "interrupt_ack", {"text": ""}, run_id="run-2")
    await expect(panel.locator(".state")).to_have_text("stopped")
    sandbox.run(thread, "generation_started", run_id="run-3")
    sandbox.run(thread, "node_start", {"node": "contextualize"}, run_id="run-3")
    sandbox.run(thread, "error", {"code": "internal", "message": "Something broke.", "retryable": True}, run_id="run-3")
    await expect(panel.locator(".state")).to_have_text("failed")
    await expect(panel.locator(".run-note")).to_have_text("Something broke.")
    await expect(panel.locator(".step[data-state=failed]")).to_have_count(1)
    await panel.get_by_role("button", name="Earlier run").click()
    await expect(panel.locator(".state")).to_have_text("stopped")
    await expect(panel.locator(".pager")).to_contain_text("2 of 3")


async def test_a_run_that_begins_again_forgets_its_first_attempt(page: Page, sandbox: Sandbox) -> None:
    """When another worker takes a run over, its path starts anew, live and after a reload alike."""
    thread, _ = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    retrieve(sandbox, thread)
    sandbox.run(thread, "response_chunk", {"text": "lost"})
    sandbox.run(thread, "generation_started")
    sandbox.run(thread, "node_start", {"node": "contextualize"})
    await expect(page.locator("#run .step[data-state=done]")).to_have_count(0)
    await expect(page.locator("#run .step[data-state=running]")).to_have_count(1)
    await page.reload()
    await expect(page.locator("#run .step[data-state=running] .step-node")).to_have_text("contextualize")
    await expect(page.locator("#run .step[data-state=done]")).to_have_count(0)


async def test_a_reload_shows_the_same_run(page: Page, sandbox: Sandbox) -> None:
    """A page that comes late sees the run's path and how much was written."""
    thread, _ = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    retrieve(sandbox, thread)
    sandbox.run(thread, "node_start", {"node": "generate_retrieve"})
    for _ in range(5):
        sandbox.run(thread, "response_chunk", {"text": "ab"})
    await expect(page.locator("#run")).to_contain_text("5 pieces · 10 characters")
    before = await page.locator("#run").inner_text()
    await page.reload()
    await expect(page.locator("#run")).to_contain_text("5 pieces · 10 characters")
    assert await page.locator("#run").inner_text() == before


async def test_the_wire_lists_calls_and_marks_rate_limits(page: Page, sandbox: Sandbox) -> None:
    """Newest first; a 429 stands out and is counted; only trouble can be shown; Clear empties the list."""
    call(sandbox, 200, text="growing …")
    call(sandbox, 429, retry_after=4.5, remaining="0")
    sandbox.world.feed.publish("wire", {"kind": "gateway", "what": "resume", "detail": "2 events replayed"})
    await page.get_by_role("tab", name="Wire").click()
    rows = page.locator("#wire tbody tr")
    await expect(rows).to_have_count(3)
    await expect(rows.nth(0)).to_contain_text("resume · 2 events replayed")
    await expect(rows.nth(1)).to_contain_text("wait 4.5 s")
    await expect(page.locator("#wire tr.limited .status")).to_have_text("429")
    await expect(rows.nth(2)).to_contain_text("growing …")
    await expect(page.locator(".wire-summary")).to_have_text("2 calls · 1 × 429")
    await page.get_by_label("only trouble").check()
    await expect(rows).to_have_count(2)
    await page.get_by_label("only trouble").uncheck()
    await page.get_by_role("button", name="Clear").click()
    await expect(rows).to_have_count(0)
    call(sandbox, 204)
    await expect(rows).to_have_count(1)


async def test_a_long_wire_keeps_its_newest_rows(page: Page, sandbox: Sandbox) -> None:
    """Beyond four hundred entries the oldest go, on the page as on the server."""
    await page.get_by_role("tab", name="Wire").click()
    for number in range(450):
        call(sandbox, 200, text=f"call {number}")
    rows = page.locator("#wire tbody tr")
    await expect(rows.first).to_contain_text("call 449")
    await expect(rows).to_have_count(400)
    await expect(rows.last).to_contain_text("call 50")
    await page.reload()
    await page.get_by_role("tab", name="Wire").click()
    await expect(rows).to_have_count(400)


async def test_the_fault_buttons_plan_their_faults(page: Page, sandbox: Sandbox) -> None:
    """Each button says beforehand what its trouble does, arranges it, and says in one sentence what will happen."""
    await page.get_by_role("tab", name="Run").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("tab", name="Faults")).to_be_focused()
    said = page.locator(".fault-result")
    for kind, trouble in TROUBLES.items():
        pressed = page.locator(f"[data-fault={kind}]")
        await expect(pressed).to_have_accessible_description(trouble.about)
        await pressed.click()
        await expect(said).to_have_text(trouble.said)
    assert sandbox.gateway.asked == ["reset", "close 4000", "reconnect", "invalidate False"]
    await page.locator("[data-fault=rate_limit_edit]").click()
    await expect(said).to_contain_text("429")
    edit = f"/channels/{sandbox.channel()}/messages/1"
    assert sandbox.faults.take("POST", edit) is None
    assert type(sandbox.faults.take("PATCH", edit)).__name__ == "TooMany"
    assert sandbox.faults.take("PATCH", edit) is None


async def test_a_lost_connection_is_told_and_mended(page: Page, sandbox: Sandbox) -> None:
    """The banner comes and goes; what happened meanwhile is there; the draft and the place are kept."""
    thread, answer = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    await page.locator("#box").fill("half a thought")
    port = sandbox.port
    await sandbox.stop()
    await expect(page.locator("#banner")).to_contain_text("lost, retrying")
    await page.locator("#box").press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("Not connected")
    await expect(page.locator("#box")).to_have_value("half a thought")
    sandbox.world.person_edits(answer, "**Heat** (1995)")
    sandbox.world.person_posts(sandbox.id_of("Ben"), thread, "seen it")
    await sandbox.start(port)
    await expect(page.locator("#banner")).to_be_hidden()
    await expect(message(page, "Heat (1995)")).to_be_visible()
    await expect(message(page, "seen it")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_have_text("a heist film")
    await page.locator("#box").press("Enter")
    await expect(message(page, "half a thought")).to_be_visible()
