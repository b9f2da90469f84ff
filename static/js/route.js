// Ways through a graph. A graph is {node: [{to, cost: [first, second], …}, …]}; the second cost
// counts where the first is equal (movement, then coins). A way is {nodes, steps, cost}, its steps
// the edges of the graph.
"use strict";

(() => {
  const add = ([a, b], [c, d]) => [a + c, b + d];
  const isLess = ([a, b], [c, d]) => a < c || (a === c && b < d);

  // What can be reached from a node for at most `most` of the first cost: Map of node to way.
  function reach(graph, from, most = Infinity) {
    const found = new Map();
    const open = new Map([[from, { nodes: [from], steps: [], cost: [0, 0] }]]);
    while (open.size) {
      const [node, way] = [...open].reduce((a, b) => (isLess(b[1].cost, a[1].cost) ? b : a));
      open.delete(node);
      found.set(node, way);
      for (const step of graph[node] ?? []) {
        const cost = add(way.cost, step.cost);
        const known = open.get(step.to);
        if (found.has(step.to) || cost[0] > most || (known && !isLess(cost, known.cost))) continue;
        open.set(step.to, { nodes: [...way.nodes, step.to], steps: [...way.steps, step], cost });
      }
    }
    return found;
  }

  // The cheapest way through these nodes in their order (bent through the ones in the middle), or
  // null where there is none.
  function through(graph, ...nodes) {
    let whole = { nodes: nodes.slice(0, 1), steps: [], cost: [0, 0] };
    for (let n = 1; n < nodes.length; n += 1) {
      const part = reach(graph, nodes[n - 1]).get(nodes[n]);
      if (!part) return null;
      whole = {
        nodes: [...whole.nodes, ...part.nodes.slice(1)],
        steps: [...whole.steps, ...part.steps],
        cost: add(whole.cost, part.cost),
      };
    }
    return whole;
  }

  // A way up to and with its first step that `isFinal` (it reveals something): the rest waits.
  function cut(way, isFinal) {
    const last = way.steps.findIndex(isFinal);
    if (last < 0) return way;
    const steps = way.steps.slice(0, last + 1);
    return {
      nodes: way.nodes.slice(0, last + 2),
      steps,
      cost: steps.reduce((sum, step) => add(sum, step.cost), [0, 0]),
    };
  }

  window.longtable = Object.assign(window.longtable ?? {}, { route: { reach, through, cut } });
})();
