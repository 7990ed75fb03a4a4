import { useEffect } from 'react'
import { applyTheme } from '#lib/theme.ts'
import { inkOn, isColor } from '#widget/messages.ts'
import type { ShareInfo } from './public-chat.queries.ts'
import type { Visit } from './visit.ts'

/** Applies the colours that the owner chose instead of those of the studio. */
export function useLook(look: ShareInfo['look'] | undefined, theme: Visit['theme']): void {
  useEffect(() => {
    if (!look) return
    applyTheme(theme ?? look.theme)
    if (!isColor(look.color)) return
    const { style } = document.documentElement
    style.setProperty('--brand-solid', look.color)
    style.setProperty('--brand-solid-hover', `color-mix(in oklab, ${look.color} 88%, black)`)
    style.setProperty('--on-brand', inkOn(look.color))
  }, [look, theme])
}
