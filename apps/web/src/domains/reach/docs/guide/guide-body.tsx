import { type ComponentProps, type CSSProperties, type ReactNode, useMemo } from 'react'
import { type Components, defaultRehypePlugins, Streamdown } from 'streamdown'
import { type Language, useLanguage } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { DocsLink } from '../components/docs-link.tsx'
import { anchorOf, withoutTitle } from './guide-text.ts'
import { guidePicture } from './pictures.ts'

interface Drawn {
  children?: ReactNode
  style?: CSSProperties
}

const rehypePlugins = [defaultRehypePlugins['sanitize']!]

/** A page of the guide without its title. The text is trusted, so it may contain more than the answer of a model. */
export function GuideBody({ text }: { text: string }) {
  const [language] = useLanguage()
  const components = useMemo(() => componentsIn(language), [language])
  return (
    <Streamdown
      className="text-prose wrap-anywhere"
      mode="static"
      components={components as Components}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
    >
      {withoutTitle(text)}
    </Streamdown>
  )
}

const componentsIn = (language: Language) =>
  ({
    h2: ({ children }: Drawn) => (
      <h2 id={anchorOf(wordsOf(children))} className="mt-7 mb-2 scroll-mt-4 text-title font-semibold">
        {children}
      </h2>
    ),
    p: ({ children }: Drawn) => <p className="my-2">{children}</p>,
    ul: ({ children }: Drawn) => <ul className="my-2 flex list-disc flex-col gap-1 pl-5">{children}</ul>,
    ol: ({ children }: Drawn) => <ol className="my-2 flex list-decimal flex-col gap-1 pl-5">{children}</ol>,
    li: ({ children }: Drawn) => <li className="[&>p]:my-0">{children}</li>,
    strong: ({ children }: Drawn) => <strong className="font-semibold">{children}</strong>,
    blockquote: ({ children }: Drawn) => (
      <blockquote className="my-3 rounded-md bg-brand-soft px-3 py-1 text-brand">{children}</blockquote>
    ),
    table: ({ children }: Drawn) => (
      // Scrollable content needs keyboard focus.
      <div tabIndex={0} role="group" className="focus-inset my-3 overflow-x-auto">
        <table className="w-full wrap-normal">{children}</table>
      </div>
    ),
    thead: ({ children }: Drawn) => <thead className="text-left text-mute">{children}</thead>,
    tbody: ({ children }: Drawn) => <tbody>{children}</tbody>,
    tr: ({ children }: Drawn) => <tr className="border-b border-line">{children}</tr>,
    th: ({ children }: Drawn) => <th className="py-1.5 pr-4 font-medium last:pr-0">{children}</th>,
    td: ({ children }: Drawn) => <td className="py-1.5 pr-4 align-top last:pr-0">{children}</td>,
    inlineCode: ({ children }: Drawn) => (
      <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-code">{children}</code>
    ),
    pre: ({ children }: Drawn) => <CodeBlock className="my-3" code={wordsOf(children).replace(/\n$/, '')} />,
    a: ({ href, children }: ComponentProps<'a'>) => <GuideLink href={href}>{children}</GuideLink>,
    img: ({ src, alt }: ComponentProps<'img'>) => (
      <GuidePicture name={typeof src === 'string' ? src : ''} alt={alt ?? ''} language={language} />
    ),
  }) satisfies Record<string, (props: never) => ReactNode>

/** Links to a page of the guide (`knowledge`), to a place in the docs (`api/stream`), or to a URL. */
function GuideLink({ href = '', children }: ComponentProps<'a'>) {
  if (/^https?:/.test(href))
    return (
      <a href={href} className="link">
        {children}
      </a>
    )
  return (
    <DocsLink to={href.includes('/') ? href : `guide/${href}`} className="link">
      {children}
    </DocsLink>
  )
}

function GuidePicture({ name, alt, language }: { name: string; alt: string; language: Language }) {
  const address = guidePicture(name, language)
  if (!address) return null
  return (
    <img
      src={address}
      alt={alt}
      width={1280}
      height={800}
      loading="lazy"
      className="my-2 h-auto w-full rounded-lg border border-line"
    />
  )
}

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  if (typeof node === 'object' && node !== null && 'props' in node)
    return wordsOf((node.props as { children?: ReactNode }).children)
  return ''
}
