import { clsx, type ClassValue } from 'clsx'
import { twMerge } from './merge-classes.ts'

/** Joins class names. Of two that set the same property the later one wins, so callers override components. */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
