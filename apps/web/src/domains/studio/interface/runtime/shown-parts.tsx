import { inWords, type Node } from '@orrery/engine/interface'
import { Banner } from '#ui/banner.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { Progress } from '#ui/progress.tsx'
import { ShownIcon } from './shown-icon.tsx'
import { textTones } from './tones.ts'

const banners: Record<string, 'warn' | 'err'> = { warning: 'warn', bad: 'err' }
const number = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)

/** Display components that few pages use. */
export function ShownPart({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const text = inWords(props['text'])
  switch (node.type) {
    case 'progress':
      return (
        <Progress
          label={inWords(props['label']) || node.name}
          value={Math.min(1, Math.max(0, (Number(props['value']) || 0) / Math.max(1, number(props['max'], 100))))}
        />
      )
    case 'json':
      return <JsonView label={node.name} text={JSON.stringify(props['value'] ?? null, null, 2)} />
    case 'icon':
      return (
        <ShownIcon
          name={inWords(props['icon'])}
          label={inWords(props['label'])}
          size={number(props['size'], 20)}
          className={textTones[inWords(props['tone'])]}
        />
      )
    case 'code':
      return <CodeBlock code={text} />
    default:
      return (
        <Banner inset tone={banners[inWords(props['tone'])] ?? 'info'}>
          {text}
        </Banner>
      )
  }
}
