import { createTailwindMerge } from 'tailwind-merge'
import { classGroups, partsOf } from './class-groups.ts'

/**
 * Of two class names that set the same property the later one wins. The groups of all of Tailwind would be the largest
 * part of the library, and every page loads it.
 */
export const twMerge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups: partsOf,
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'file', 'marker', 'placeholder', 'selection'],
}))
