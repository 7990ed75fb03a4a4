import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { type CodeColour, codePieces } from '../code-pieces.ts'

/** The same colours as in editors. */
const colours: Record<CodeColour, string> = {
  word: 'text-brand',
  text: 'text-ok',
  value: 'text-warn',
  note: 'text-mute',
  name: 'text-info',
  added: 'bg-ok-soft text-ok',
  removed: 'bg-err-soft text-err',
}

export function ColouredCode({ code, language }: { code: string; language: string }) {
  const pieces = useMemo(() => codePieces(code, language), [code, language])
  return pieces.map(({ text, colour }, index) => (
    <span key={index} className={cn(colour && colours[colour])}>
      {text}
    </span>
  ))
}
