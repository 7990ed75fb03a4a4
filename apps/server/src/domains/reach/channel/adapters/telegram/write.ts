import { type Dialect, render } from '../render.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const quoted = (text: string) => escape(text).replaceAll('"', '&quot;')

/** The few tags that Telegram supports. */
const html: Dialect = {
  escape,
  bold: (text) => `<b>${text}</b>`,
  italic: (text) => `<i>${text}</i>`,
  strike: (text) => `<s>${text}</s>`,
  code: (text) => `<code>${escape(text)}</code>`,
  fence: (text, lang) =>
    `<pre>${lang ? `<code class="language-${quoted(lang)}">` : '<code>'}${escape(text)}</code></pre>`,
  quote: (text) => `<blockquote>${text}</blockquote>`,
  link: (text, href) => `<a href="${quoted(href)}">${escape(text)}</a>`,
}
export const toHtml = (markdown: string) => render(markdown, html)
