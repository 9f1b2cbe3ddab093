// One run of the graph, folded from its events (agent/contract.py names them). No DOM here.

export const GATE = 0.5; // RETRIEVAL_SCORE_THRESHOLD when the event does not say

/** The graph's nodes in reading order; `depth` counts the branches before a node, `next` are the nodes that may follow;
 *  `planned` ones belong to a plan. */
export const NODES = [
  { name: "contextualize", title: "Contextualize", about: "make the question stand alone", depth: 0, next: ["router"] },
  { name: "router", title: "Route", about: "search, compute, or just talk?", depth: 0, next: ["generate_general", "use_tool", "plan_subtasks", "retrieve"] },
  { name: "generate_general", title: "Answer", about: "if no search is needed", depth: 1, next: [] },
  { name: "use_tool", title: "Compute", about: "if it can be computed exactly", depth: 1, next: [] },
  { name: "plan_subtasks", title: "Plan", about: "if it has parts", depth: 1, next: ["compute", "rewrite_query"] },
  { name: "compute", title: "Compute a part", about: "each part at once, exactly", depth: 2, next: ["synthesize_answer"], planned: true },
  { name: "rewrite_query", title: "Word the search", about: "or by a search", depth: 2, next: ["retrieve"], planned: true },
  { name: "retrieve", title: "Retrieve", about: "else search the catalogue", depth: 1, next: ["reask_user", "generate_retrieve"] },
  { name: "reask_user", title: "Ask back", about: `if the best score is under ${GATE.toFixed(2)}`, depth: 2, next: [] },
  { name: "grade_documents", title: "Grade", about: "which of a part's titles fit", depth: 2, next: ["build_context"], planned: true },
  { name: "build_context", title: "Keep", about: "what a part has found", depth: 2, next: ["synthesize_answer"], planned: true },
  { name: "synthesize_answer", title: "Join", about: "one answer from all parts", depth: 1, next: ["verify_answer"], planned: true },
  { name: "verify_answer", title: "Verify", about: "if a model wrote it", depth: 2, next: [], planned: true },
  { name: "generate_retrieve", title: "Answer", about: "else from the titles found", depth: 2, next: [] },
];

const begin = (event) => ({
  id: event.run_id, thread: event.thread, state: "running", nodes: {}, order: [], pieces: 0, characters: 0,
  thinking: false, started: event.ts, firstText: null, ended: null, ms: null, done: null, message: "",
});

/** The run after `event`. The same event twice changes nothing: entries carry a sequence number or set what they say. */
export function foldRun(run, event) {
  const { event: name, data = {}, ts, seq } = event;
  if (run && seq !== undefined && run.seq !== undefined && event.attempt === run.attempt && seq <= run.seq) return run;
  let next = !run || name === "generation_started" ? begin(event) : { ...run };
  next.seq = seq;
  next.attempt = event.attempt;
  switch (name) {
    case "thinking_start":
    case "thinking_end":
      next.thinking = name === "thinking_start";
      break;
    case "node_start":
      next = withNode(next, data.node, { state: "running", ...(data.about && { parts: [...(next.nodes[data.node]?.parts ?? []), data.about] }) });
      break;
    case "node_output":
      next = withNode(next, data.node, { output: { ...next.nodes[data.node]?.output, ...data.data } });
      break;
    case "node_end":
      next = withNode(next, data.node, { state: "done", ms: data.ms });
      break;
    case "response_chunk":
      next.pieces += data.pieces ?? 1;
      next.characters += data.characters ?? data.text?.length ?? 0;
      next.firstText ??= ts;
      break;
    case "graph_end":
      next.ms = data.ms;
      break;
    case "response_done":
      next = ended(next, data.needs_reask ? "asked back" : "done", ts);
      next.done = data;
      break;
    case "interrupt_ack":
      next = ended(next, "stopped", ts);
      break;
    case "error":
      next = ended(next, "failed", ts);
      next.message = data.message ?? "";
      break;
  }
  return next;
}

function withNode(run, name, change) {
  const order = run.order.includes(name) ? run.order : [...run.order, name];
  return { ...run, order, nodes: { ...run.nodes, [name]: { state: "running", ms: null, output: {}, ...run.nodes[name], ...change } } };
}

function ended(run, state, ts) {
  const nodes = Object.fromEntries(
    Object.entries(run.nodes).map(([name, node]) => [name, node.state === "running" && state !== "done" && state !== "asked back" ? { ...node, state } : node]),
  );
  return { ...run, state, nodes, ended: ts, thinking: false };
}

/** The nodes to show: those visited, in order, then, while it runs, those that may come next. */
export function steps(run) {
  const visited = run.order.map((name) => ({ ...describe(name), ...run.nodes[name] }));
  if (run.ended) return visited;
  const next = run.order.length ? nextOf(run.order) : [NODES[0].name];
  return [...visited, ...next.map((name) => ({ ...describe(name), state: "waiting", output: {} }))];
}

// A part's search goes on to its grading, the only search of a question to its gate.
function nextOf(order) {
  const last = order.at(-1);
  if (last === "retrieve" && order.includes("plan_subtasks")) return ["grade_documents"];
  return describe(last).next.filter((name) => !order.includes(name));
}

/** The nodes that an ended run did not visit; of a plan that was not made, no steps. */
export function notTaken(run) {
  const planned = run.order.includes("plan_subtasks");
  return run.ended ? NODES.filter((node) => !run.order.includes(node.name) && (planned || !node.planned)) : [];
}

function describe(name) {
  return NODES.find((node) => node.name === name) ?? { name, title: name, about: "", depth: 0, next: [] };
}
