// One scripted model for both arms: it answers whatever stands next for the arm that asks. Its own time is in nobody's
// figures: it lives in the process of the driver.

import http from 'node:http';

/** Starts the model; `answers.NAME` is what the arm called NAME is told, and `calls.NAME` counts. */
export async function model() {
  const answers = {};
  const calls = {};
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const arm = request.url.split('/')[1];
      calls[arm] = (calls[arm] ?? 0) + 1;
      const streams = Buffer.concat(parts).includes('"stream":true');
      const content = answers[arm];
      const choice = { index: 0, finish_reason: 'stop' };
      if (streams) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = { model: 'scripted', choices: [{ ...choice, delta: { content } }] };
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ model: 'scripted', choices: [{ ...choice, message: { role: 'assistant', content } }] }));
      }
    });
  });
  await new Promise((ready) => server.listen(Number(process.env.BENCH_PORT ?? 0), '127.0.0.1', ready));
  const base = `http://127.0.0.1:${server.address().port}`;
  return { base, answers, calls, close: () => server.close() };
}
