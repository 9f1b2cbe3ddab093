// The "Run" tab: one run's path through the graph as it happens, with what each node found out.
import { h, iconButton, renderOnce } from "./dom.js";
import { GATE, NODES, notTaken, steps } from "./runs.js";
import { isThread } from "./store.js";

const STATE_WORDS = { running: "running", done: "done", "asked back": "asked back", stopped: "stopped", failed: "failed" };

export class RunPanel {
  #store;
  #actions;
  #body = document.getElementById("run");
  #pinned = null; // the id of an earlier run that one leafed back to
  #view = null;

  /** `actions.open(threadId)` opens the thread that a run belongs to. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
  }

  render() {
    if (this.#view !== this.#store.view) this.#pinned = null;
    this.#view = this.#store.view;
    const runs = this.#runsHere();
    const at = Math.max(0, runs.findIndex((run) => run.id === this.#pinned));
    const run = this.#pinned && runs[at]?.id === this.#pinned ? runs[at] : runs.at(-1);
    renderOnce(this.#body, JSON.stringify([this.#store.view, runs.length, run ?? null, this.#store.channel(run?.thread)?.name]), () => (run ? this.#run(run, runs) : this.#nothing()));
  }

  // In a thread, its runs; in a channel, those of its threads, by time.
  #runsHere() {
    const channel = this.#store.channel();
    if (!channel) return [];
    if (isThread(channel)) return this.#store.runs.get(channel.id) ?? [];
    const own = this.#store.runs.get(channel.id) ?? []; // of a direct message
    const threaded = this.#store.threadsOf(channel.id).flatMap((thread) => this.#store.runs.get(thread.id) ?? []);
    return [...own, ...threaded].sort((a, b) => a.started - b.started);
  }

  #nothing() {
    return [
      h("p", { class: "empty" }, `Nothing has run here yet. Ask ${this.#store.bot.name} something and watch its path through the graph.`),
      h("ol", { class: "steps map", "aria-label": "The graph" }, NODES.map((node) => this.#step({ ...node, state: "waiting", output: {} }, null))),
    ];
  }

  #run(run, runs) {
    return [this.#head(run, runs), h("ol", { class: "steps", "aria-label": "Path through the graph" }, steps(run).map((step) => this.#step(step, run))), this.#end(run), this.#notTaken(run)];
  }

  #head(run, runs) {
    const at = runs.indexOf(run);
    const leaf = (step) => {
      this.#pinned = runs[at + step]?.id ?? null;
      this.render();
    };
    const thread = this.#store.channel(run.thread);
    return h(
      "header",
      { class: "run-head" },
      h("div", { class: "run-line" },
        h("span", { class: `state ${run.state.replace(" ", "-")}` }, STATE_WORDS[run.state]),
        h("span", { class: "run-ms" }, run.ms === null ? "" : milliseconds(run.ms)),
        runs.length > 1 && h("span", { class: "pager" },
          iconButton("back", "Earlier run", () => leaf(-1), { disabled: at === 0 }),
          h("span", {}, `${at + 1} of ${runs.length}`),
          iconButton("back", "Later run", () => leaf(1), { disabled: at === runs.length - 1, class: "icon-button flipped" }))),
      thread && thread.id !== this.#store.view && h("button", { type: "button", class: "run-thread", on: { click: () => this.#actions.open(thread.id) } }, thread.name),
    );
  }

  #step(step, run) {
    return h(
      "li",
      { class: "step", data: { state: step.state, node: step.name, depth: step.depth } },
      h("div", { class: "step-line" },
        h("span", { class: "step-title" }, step.title),
        h("code", { class: "step-node" }, step.name),
        h("span", { class: "visually-hidden" }, `, ${step.state}`),
        h("span", { class: "step-ms" }, step.ms === null || step.ms === undefined ? "" : milliseconds(step.ms))),
      step.state === "waiting" ? h("p", { class: "step-about" }, step.about) : this.#details(step, run),
    );
  }

  #details(step, run) {
    return [...(step.parts ?? []).map((part) => h("p", { class: "step-about" }, part)), this.#found(step, run)];
  }

  #found(step, run) {
    const { output } = step;
    switch (step.name) {
      case "contextualize":
        return output.contextualized_question && h("p", { class: "question" }, output.contextualized_question);
      case "router":
        return this.#facts({ ...output, strong: output.decision });
      case "retrieve":
        return [this.#facts({ ...output, strong: output.media_type, media_type: null }), this.#times(output.ms), this.#titles(output.titles), this.#gate(output), this.#notes(output.notes)];
      case "plan_subtasks":
        return (output.subtasks ?? []).map((task, at) => h("p", { class: "step-about" }, `${at + 1}. ${task.question}`, task.depends_on ? ` (after ${task.depends_on})` : ""));
      case "rewrite_query":
        return null;
      case "grade_documents":
        return output.kept && h("p", { class: "step-about" }, `${output.kept.length} kept`);
      case "build_context":
        return null;
      case "verify_answer":
        return output.changed !== undefined && h("p", { class: "step-about" }, `${output.checked ? "checked" : "not checked"} · ${output.changed} changed`);
      case "compute":
        return this.#facts({ strong: output.tool?.replaceAll("_", " "), filters: plain(output.facts) });
      case "use_tool":
        return [this.#facts({ strong: output.tool?.replaceAll("_", " "), filters: plain(output.facts) }), this.#writing(run)];
      default:
        return this.#writing(run);
    }
  }

  #facts(output) {
    const facts = [];
    if (output.strong) facts.push(h("span", { class: "fact strong" }, output.strong));
    if (output.media_type) facts.push(h("span", { class: "fact" }, output.media_type));
    for (const [name, value] of Object.entries(output.filters ?? {})) {
      if (name === "media_type" || isNothing(value)) continue;
      facts.push(h("span", { class: "fact" }, h("span", { class: "fact-name" }, name.replaceAll("_", " ")), ` ${words(value)}`));
    }
    if (output.documents !== undefined) facts.push(h("span", { class: "fact" }, `${output.documents} found`));
    return facts.length > 0 && h("p", { class: "facts" }, facts);
  }

  #titles(titles = []) {
    if (!titles.length) return null;
    const rows = titles.map((title) =>
      h("li", { class: "title", style: { "--score": share(title.score) }, title: title.id },
        h("span", { class: "title-name" }, title.title, title.year ? h("span", { class: "title-year" }, ` ${title.year}`) : null),
        h("span", { class: "title-score" }, Number(title.score).toFixed(2)),
        title.why?.length > 0 && h("span", { class: "title-why" }, title.why.join(" · "))));
    return h("ol", { class: "titles", "aria-label": "Titles found, with their scores" }, rows);
  }

  #gate({ score, threshold = GATE }) {
    if (score === undefined || score === null) return null;
    const passes = score >= threshold;
    return h(
      "div",
      { class: `gate ${passes ? "passes" : "fails"}` },
      h("div", { class: "gate-line" }, h("span", {}, "Gate"), h("span", {}, `${score.toFixed(2)} ${passes ? "≥" : "<"} ${threshold.toFixed(2)}`, h("span", { class: "gate-word" }, passes ? " good enough" : " too weak"))),
      h("div", { class: "meter", "aria-hidden": "true", style: { "--score": share(score), "--threshold": share(threshold) } }),
    );
  }

  #writing(run) {
    if (!run?.pieces) return run?.thinking && h("p", { class: "step-about" }, "thinking …");
    const first = run.firstText && run.started ? ` · first after ${milliseconds((run.firstText - run.started) * 1000)}` : "";
    return h("p", { class: "step-about" }, `${run.pieces} pieces · ${run.characters} characters${first}`);
  }

  #times(ms = {}) {
    const stages = Object.entries(ms).filter(([name]) => name !== "total");
    return stages.length > 0 && h("p", { class: "step-about times" }, stages.map(([name, value]) => `${name} ${milliseconds(value)}`).join(" · "));
  }

  #notes(notes = []) {
    return notes.map((note) => h("p", { class: "step-about" }, note));
  }

  #notTaken(run) {
    const nodes = notTaken(run);
    return nodes.length > 0 && h("p", { class: "not-taken" }, "Not taken: ", nodes.map((node, at) => [at ? ", " : "", h("code", {}, node.name)]));
  }

  #end(run) {
    if (run.state === "stopped") return h("p", { class: "run-note" }, "Stopped: what had been written is kept.");
    if (run.state === "failed") return h("p", { class: "run-note bad" }, run.message || "The run failed.");
    const usage = run.done?.usage;
    if (!usage) return null;
    if (!usage.model_calls) return h("p", { class: "run-note" }, "No model was called: decided by vectors and rules, composed from catalogue facts.");
    const cells = [["model calls", usage.model_calls], ["tokens in", usage.prompt_tokens], ["tokens out", usage.completion_tokens]];
    if (usage.cost_usd) cells.push(["cost", `$${usage.cost_usd.toFixed(4)}`]);
    return h("dl", { class: "usage" }, cells.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))));
  }
}

const share = (score) => `${Math.round(Math.max(0, Math.min(1, Number(score) || 0)) * 100)}%`;

function milliseconds(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 0.1) return "< 0.1 ms";
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

const plain = (facts = {}) => Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value !== "object"));

const isNothing = (value) => value === null || value === "" || value === false || (typeof value === "object" && Object.keys(value).length === 0);

function words(value) {
  if (Array.isArray(value)) return value.map(words).join(", ");
  if (value && typeof value === "object") return Object.entries(value).map(([name, item]) => `${name} ${words(item)}`).join(", ");
  return String(value);
}
