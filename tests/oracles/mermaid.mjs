// Reads a JSON list of diagrams, writes for each {nodes: {id: label}, edges: [[from, to, label]], classes: {id: [..]}} or {error}.
// Labels come with the entities that mermaid hands to the browser.
import { JSDOM } from 'jsdom';

const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window;
globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });

const shown = (text) => text.replace(/ﬂ°°/g, '&#').replace(/ﬂ°/g, '&').replace(/¶ß/g, ';');

async function read(text) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const vertices = [...db.getVertices().values()];
    return {
      nodes: Object.fromEntries(vertices.map((vertex) => [vertex.id, shown(vertex.text)])),
      kinds: [...new Set(vertices.map((vertex) => vertex.labelType))],
      classes: Object.fromEntries(vertices.map((vertex) => [vertex.id, vertex.classes])),
      edges: db.getEdges().map((edge) => [edge.start, edge.end, edge.text]),
      tooltips: vertices.filter((vertex) => vertex.link || vertex.haveCallback).length,
    };
  } catch (error) {
    return { error: String(error) };
  }
}

let input = '';
for await (const chunk of process.stdin) input += chunk;
const results = [];
for (const text of JSON.parse(input)) results.push(await read(text));
process.stdout.write(JSON.stringify(results), () => process.exit(0));
