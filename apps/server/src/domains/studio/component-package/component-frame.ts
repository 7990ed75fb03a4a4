import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { Clock } from '#kit/clock.ts'
import { withHeaders } from '#kit/http/answer.ts'
import type { Secrets } from '#kit/secrets.ts'

const DAY = 24 * 3600_000

/**
 * Signed addresses of frames in which components run. They expire, so that people who lose access cannot keep using
 * them.
 */
export function createFrameLinks(secrets: Secrets, clock: Clock) {
  const textOf = (id: string, expires: string) => `component\n${id}\n${expires}`
  return {
    /** Returns the same address within a day, so that it can be cached. */
    make(id: string): string {
      const expires = String((Math.floor(clock.now() / DAY) + 3) * DAY)
      return `/component-frame/${id}/${expires}/${secrets.sign(textOf(id, expires))}`
    },
    check: (id: string, expires: string, signature: string): boolean =>
      /^\d{1,16}$/.test(expires) && Number(expires) > clock.now() && secrets.verify(textOf(id, expires), signature),
  }
}
export type FrameLinks = ReturnType<typeof createFrameLinks>

/**
 * Removes APIs for network access that the content security policy does not cover. A nested frame has another origin,
 * so it cannot restore them.
 */
const CLOSE_WAYS_OUT = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
  Object.defineProperty(globalThis, name, { value: undefined });`

/**
 * Receives a port from the page around the frame, renders what arrives through it, and reports events and its height.
 */
const TALK = `const orreryHeard = new Set(), orreryAsked = new Map();
globalThis.orreryBridge = {
  states: {},
  listen(heard) { orreryHeard.add(heard); return () => orreryHeard.delete(heard); },
  call: () => Promise.reject(new Error('not connected')),
};
addEventListener('message', function begin(event) {
  const port = event.ports[0];
  if (!port || event.source !== parent) return;
  removeEventListener('message', begin);
  const root = document.getElementById('root');
  const emit = (name, value) => port.postMessage({ type: 'event', name: String(name), value });
  let drawn = '', update;
  const fail = (cause) => port.postMessage({ type: 'fault', message: String(cause).slice(0, 500) });
  addEventListener('error', ({ message }) => fail(message));
  let last = 0;
  orreryBridge.call = (name, act, args) => new Promise((resolve, reject) => {
    const id = ++last;
    orreryAsked.set(id, { resolve, reject });
    port.postMessage({ type: 'call', id, name, act, args: JSON.parse(JSON.stringify(args)) });
  });
  port.onmessage = ({ data: { component, props, states, answered, value, error, theme } }) => {
    try {
      if (theme) return void (document.documentElement.style.colorScheme = theme);
      if (answered) {
        const asked = orreryAsked.get(answered);
        orreryAsked.delete(answered);
        return error ? asked?.reject(new Error(error)) : asked?.resolve(value);
      }
      if (states) {
        orreryBridge.states = { ...orreryBridge.states, ...states };
        for (const heard of orreryHeard) heard();
        if (!component) return;
      }
      if (drawn === component && update) return update(props);
      root.replaceChildren();
      const made = ownComponents[component](root, props, emit);
      drawn = component;
      update = typeof made === 'function' ? made : undefined;
    } catch (cause) {
      fail(cause);
    }
  };
  new ResizeObserver(() => port.postMessage({ type: 'size', height: root.scrollHeight })).observe(root);
});
parent.postMessage({ type: 'component-ready' }, '*');`

const STYLE = 'html,body{margin:0;background:transparent;font:14px/1.5 system-ui,sans-serif}#root{overflow:hidden}'

/**
 * Serves the code of a package or page as a document for a frame that can render but reach nothing: no origin, no
 * network, no navigation of the page around it.
 */
export function serveComponentFrames(
  app: Hono,
  links: FrameLinks,
  codeOf: (id: string) => Promise<string | undefined>,
) {
  app.get('/component-frame/:id/:expires/:signature', async (c, next) => {
    const { id, expires, signature } = c.req.param()
    // Opened as a page instead of in a frame, it could mislead people or redirect them.
    const isPage = c.req.header('sec-fetch-dest') === 'document'
    const code = !isPage && links.check(id, expires, signature) ? await codeOf(id) : undefined
    if (code === undefined) return next()
    const script = `${CLOSE_WAYS_OUT}\n${code.replaceAll(/<(\/script|!--)/gi, String.raw`\x3C$1`)}\n${TALK}`
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
    ].join('; ')
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Component</title><style>${STYLE}</style></head><body><div id="root"></div><script>${script}</script></body></html>`
    const answer = withHeaders(
      c,
      new Response(page, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'cache-control': 'private, max-age=86400',
          // A document cached for a frame must not be reused as a page.
          vary: 'sec-fetch-dest',
          'referrer-policy': 'no-referrer',
        },
      }),
    )
    // Our pages frame this document, and may themselves be framed by other sites.
    answer.headers.delete('x-frame-options')
    return answer
  })
}
