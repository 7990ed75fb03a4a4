import { Blocks, Bot, Database, FileText, MessagesSquare, Workflow } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import type { IconType } from '#ui/icon.tsx'

const centre = { x: 440, y: 270 }
const tilt = `rotate(-16 ${centre.x} ${centre.y})`
const rings = [
  { rx: 120, ry: 66, opacity: 0.5 },
  { rx: 213, ry: 117, opacity: 0.35 },
  { rx: 312, ry: 171, opacity: 0.28 },
]
const bodies = [
  { x: 557, y: 266, r: 3 },
  { x: 233, y: 301, r: 3 },
  { x: 451, y: 392, r: 3 },
  { x: 356, y: 112, r: 3.5 },
  { x: 822, y: 134, r: 3.5 },
  { x: 86, y: 440, r: 3.5 },
  { x: 597, y: 461, r: 3.5 },
]

interface Thing {
  x: number
  y: number
  size: number
  icon: IconType
  fill: string
  name?: string
  note?: string
}

/** Decorative: a bot in the middle, surrounded by its skills. The texts in it are examples. */
export function Orbit() {
  const t = useT('passport')
  const things: Thing[] = [
    {
      x: 182,
      y: 133,
      size: 36,
      icon: Database,
      fill: 'fill-kind-database',
      name: t('orbit.table'),
      note: t('orbit.tableNote'),
    },
    {
      x: 574,
      y: 155,
      size: 42,
      icon: Workflow,
      fill: 'fill-kind-workflow',
      name: t('orbit.flow'),
      note: t('orbit.flowNote'),
    },
    {
      x: 722,
      y: 290,
      size: 40,
      icon: Blocks,
      fill: 'fill-kind-plugin',
      name: t('orbit.plugin'),
      note: t('orbit.pluginNote'),
    },
    {
      x: 207,
      y: 424,
      size: 44,
      icon: FileText,
      fill: 'fill-kind-knowledge',
      name: t('orbit.docs'),
      note: t('orbit.docsNote'),
    },
    { x: 328, y: 269, size: 34, icon: MessagesSquare, fill: 'fill-kind-chatflow' },
  ]
  return (
    <div className="m-auto flex w-full max-w-220 flex-col items-center px-2 py-8">
      <svg viewBox="0 0 880 540" aria-hidden className="w-full">
        <defs>
          <radialGradient id="orbit-glow">
            <stop offset="0%" stopColor="var(--brand)" stopOpacity="0.16" />
            <stop offset="100%" stopColor="var(--brand)" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="orbit-bot" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0%" stopColor="oklch(0.69 0.17 240)" />
            <stop offset="100%" stopColor="oklch(0.52 0.25 277)" />
          </linearGradient>
        </defs>
        <circle cx={centre.x} cy={centre.y} r="250" fill="url(#orbit-glow)" />
        <g transform={tilt} fill="none" className="stroke-brand">
          {rings.map((ring) => (
            <ellipse key={ring.rx} cx={centre.x} cy={centre.y} rx={ring.rx} ry={ring.ry} strokeOpacity={ring.opacity} />
          ))}
          <ellipse cx={centre.x} cy={centre.y} rx="412" ry="227" strokeOpacity="0.25" strokeDasharray="2 6" />
        </g>
        {bodies.map((body) => (
          <circle key={body.x} cx={body.x} cy={body.y} r={body.r} className="fill-brand" fillOpacity="0.55" />
        ))}
        {things.map((thing) => (
          <OrbitThing key={thing.x} {...thing} />
        ))}
        <rect x={centre.x - 38} y={centre.y - 38} width="76" height="76" rx="20" fill="url(#orbit-bot)" />
        <Bot x={centre.x - 19} y={centre.y - 19} width="38" height="38" strokeWidth={1.75} color="#fff" />
      </svg>
      <h2 className="mt-8 text-center text-greeting font-semibold text-balance">{t('orbit.title')}</h2>
      <p className="mt-2 max-w-120 text-center text-title text-balance whitespace-pre-line text-mute">
        {t('orbit.text')}
      </p>
    </div>
  )
}

function OrbitThing({ x, y, size, icon: Glyph, fill, name, note }: Thing) {
  const glyph = size * 0.46
  return (
    <g>
      <rect x={x - size / 2} y={y - size / 2} width={size} height={size} rx={size * 0.22} className={fill} />
      <Glyph x={x - glyph / 2} y={y - glyph / 2} width={glyph} height={glyph} strokeWidth={1.75} color="#fff" />
      {name && (
        <text x={x + size / 2 + 10} y={y - 3} className="fill-ink text-small font-medium">
          {name}
        </text>
      )}
      {note && (
        <text x={x + size / 2 + 10} y={y + 12} className="fill-mute text-caption">
          {note}
        </text>
      )}
    </g>
  )
}
