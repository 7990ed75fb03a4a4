import { memo } from 'react'
import { partsOf } from '../text-parts.ts'

/** A text that grows at its end. Only the part at the end is rendered again. */
export function GrowingText({ text }: { text: string }) {
  return partsOf(text).map((part, at) => <Part key={at} text={part} />)
}
const Part = memo(function Part({ text }: { text: string }) {
  return <span>{text}</span>
})
