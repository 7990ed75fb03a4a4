import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: [
        'caption',
        'small',
        'body',
        'prose',
        'title',
        'dialog',
        'figure',
        'greeting',
        'heading',
        'code',
        'code-caption',
      ],
      shadow: ['card', 'float', 'dialog'],
    },
    classGroups: {
      z: [{ z: ['canvas', 'sheet', 'popover', 'dialog', 'toast', 'tooltip'] }],
    },
  },
})

/** Joins class names; of two that set the same thing the later one stays, so that a caller can overrule a component. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
