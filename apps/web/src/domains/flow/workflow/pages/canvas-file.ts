import { saveFile } from '#lib/save-file.ts'
import type { Canvas } from '../document/canvas.ts'
import { readCanvas, writeCanvas } from '../document/canvas-text.ts'
import { fileName } from '../document/file-name.ts'

/** Downloads the stored canvas as a file. */
export const saveJson = (canvas: Canvas, name: string): void =>
  saveFile(fileName(name, 'json'), JSON.stringify(JSON.parse(writeCanvas(canvas)), null, 2))

/** Reads a canvas from a file; null when the file contains none. */
export const readJson = async (file: File): Promise<Canvas | null> => readCanvas(await file.text())

/** Opens the file dialog; undefined when it was cancelled. */
export function askForFile(accept: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
