interface RadarProps {
  corners: readonly string[]
  shapes: readonly { name: string; values: readonly number[] }[]
  label: string
}
const SIZE = 320
const RADIUS = 105
const colours = ['var(--color-brand)', 'var(--color-ok)', 'var(--color-warn)', 'var(--color-info)']
const dashes = [undefined, '6 3', '2 3', '8 3 2 3']

/** Up to four models over the fields; a field with too few votes is drawn at the centre. */
export function Radar({ corners, shapes, label }: RadarProps) {
  const point = (index: number, share: number) => {
    const angle = (2 * Math.PI * index) / corners.length - Math.PI / 2
    return [SIZE / 2 + Math.cos(angle) * RADIUS * share, SIZE / 2 + Math.sin(angle) * RADIUS * share] as const
  }
  const outline = (share: (index: number) => number) =>
    corners.map((_, index) => point(index, share(index)).join(',')).join(' ')
  return (
    <figure className="flex flex-col gap-2">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label} className="w-full max-w-96 self-center">
        {[0.25, 0.5, 0.75, 1].map((share) => (
          <polygon key={share} points={outline(() => share)} fill="none" className="stroke-line" />
        ))}
        {corners.map((corner, index) => {
          const [x, y] = point(index, 1.2)
          return (
            <text
              key={corner}
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="middle"
              className="fill-mute text-[10px]"
            >
              {corner}
            </text>
          )
        })}
        {shapes.map(({ name, values }, index) => (
          <polygon
            key={name}
            points={outline((at) => Math.max(0, values[at] ?? 0) / 100)}
            fill={colours[index]}
            fillOpacity={0.08}
            stroke={colours[index]}
            strokeWidth={1.5}
            strokeDasharray={dashes[index]}
          />
        ))}
      </svg>
      <figcaption className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-small">
        {shapes.map(({ name }, index) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className="size-2 rounded-full" style={{ background: colours[index] }} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
