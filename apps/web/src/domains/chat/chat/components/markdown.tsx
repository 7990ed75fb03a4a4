import { ExternalLink, ImageOff } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { type Components, defaultRehypePlugins, Streamdown } from 'streamdown'
import { useT } from '#lib/i18n.ts'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { ownPicture, safeLink } from '../safe-link.ts'
import { Code } from './code.tsx'
import { Picture } from './picture.tsx'

interface Drawn {
  children?: ReactNode
  style?: CSSProperties
}

/** Renders our element instead of that of the library, with only children and alignment. */
const drawn = (
  Tag: 'h4' | 'h5' | 'h6' | 'p' | 'ul' | 'li' | 'strong' | 'thead' | 'tr' | 'th' | 'td',
  className: string,
) =>
  function DrawnElement({ children, style }: Drawn) {
    return (
      <Tag style={style} className={className}>
        {children}
      </Tag>
    )
  }
const small = drawn('h6', 'mt-2 mb-1 font-semibold first:mt-0')

const components = {
  h1: drawn('h4', 'mt-3 mb-1 text-title font-semibold first:mt-0'),
  h2: drawn('h4', 'mt-3 mb-1 text-title font-semibold first:mt-0'),
  h3: drawn('h5', 'mt-2 mb-1 font-semibold first:mt-0'),
  h4: drawn('h5', 'mt-2 mb-1 font-semibold first:mt-0'),
  h5: small,
  h6: small,
  p: drawn('p', 'my-1.5 first:mt-0 last:mb-0'),
  ul: drawn('ul', 'my-1.5 list-disc pl-5'),
  ol: ({ start, children }: ComponentProps<'ol'>) => (
    <ol start={start} className="my-1.5 list-decimal pl-5">
      {children}
    </ol>
  ),
  li: drawn('li', 'my-0.5 [&>p]:my-0'),
  strong: drawn('strong', 'font-semibold'),
  hr: () => <hr className="my-3 border-line" />,
  blockquote: ({ children }: Drawn) => (
    <blockquote className="my-1.5 border-l-2 border-line-strong pl-3 text-mute">{children}</blockquote>
  ),
  table: ({ children }: Drawn) => <WideTable>{children}</WideTable>,
  thead: drawn('thead', 'text-left text-mute'),
  tbody: ({ children }: Drawn) => <tbody>{children}</tbody>,
  tr: drawn('tr', 'border-b border-line last:border-b-0'),
  th: drawn('th', 'max-w-80 py-1.5 pr-4 font-medium last:pr-0'),
  td: drawn('td', 'max-w-80 py-1.5 pr-4 align-top last:pr-0'),
  a: ({ href, children }: ComponentProps<'a'>) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }: ComponentProps<'img'>) => (
    <SafePicture src={typeof src === 'string' ? src : undefined} alt={alt} />
  ),
  inlineCode: ({ children }: Drawn) => (
    <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-code wrap-anywhere">{children}</code>
  ),
  pre: ({ children }: Drawn) => (
    <Code language={/language-(\S+)/.exec(classOf(children))?.[1]} code={textOfNode(children).replace(/\n$/, '')} />
  ),
} satisfies Record<string, (props: never) => ReactNode>
const rehypePlugins = [defaultRehypePlugins['sanitize']!]

/** Markdown of a model, without HTML and external pictures. Links show where they lead. */
export function Markdown({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Streamdown
      className={cn('text-prose wrap-anywhere', isStreaming && 'writing')}
      mode={isStreaming ? 'streaming' : 'static'}
      components={components as Components}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
    >
      {text}
    </Streamdown>
  )
}

/** Words in columns do not wrap; a wide table scrolls, so it must be reachable by keyboard. */
function WideTable({ children }: Drawn) {
  const t = useT('chat')
  return (
    <div tabIndex={0} role="group" aria-label={t('table')} className="focus-inset my-2 overflow-x-auto">
      <table className="w-max min-w-full text-small wrap-break-word">{children}</table>
    </div>
  )
}

function SafeLink({ href, children }: ComponentProps<'a'>) {
  const address = safeLink(href)
  if (!address) return <span>{children}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address} className="link">
      {children}
    </a>
  )
}

function SafePicture({ src, alt }: { src?: string; alt?: string }) {
  const t = useT('chat')
  const own = ownPicture(src)
  if (own) return <Picture src={own} name={alt ?? ''} className="my-2 max-h-80 rounded-md" />
  const address = safeLink(src)
  return (
    <span className="my-1 inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-2 py-1 text-small text-mute">
      <Icon of={ImageOff} size={14} className="shrink-0" />
      <span className="truncate">{alt || t('image.hidden')}</span>
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={address}
          aria-label={t('image.open')}
          className="text-brand"
        >
          <Icon of={ExternalLink} size={14} />
        </a>
      )}
    </span>
  )
}

const classOf = (node: unknown): string =>
  typeof node === 'object' && node !== null && 'props' in node
    ? ((node.props as { className?: string }).className ?? '')
    : ''

function textOfNode(node: unknown): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOfNode).join('')
  if (typeof node === 'object' && node !== null && 'props' in node)
    return textOfNode((node.props as { children?: unknown }).children)
  return ''
}
