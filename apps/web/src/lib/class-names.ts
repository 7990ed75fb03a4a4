import { clsx, type ClassValue } from 'clsx'
import { twMerge } from './merge-classes.ts'

/** Joins class names; of two that set the same thing the later one stays, so that a caller can overrule a component. */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
