import { useEffect, useRef } from 'react'
import type { Call } from '../call.ts'

const BARS = 48
const REDUCED_MOTION_MS = 250
const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function loudness(level: AnalyserNode | undefined, samples: Float32Array<ArrayBuffer>): number {
  if (!level) return 0
  level.getFloatTimeDomainData(samples)
  return Math.min(1, Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length) * 4)
}

/** The levels of both sides: the bot above the line, the user below it. */
export function Waveform({ call }: { call: Call }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const samples = new Float32Array(1024)
    const bars = Array.from({ length: BARS }, () => ({ you: 0, bot: 0 }))
    let frame = 0
    let last = 0
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw)
      if (prefersStillness() && now - last < REDUCED_MOTION_MS) return
      last = now
      const { you, bot } = call.levels()
      bars.push({ you: loudness(you, samples), bot: loudness(bot, samples) })
      bars.shift()
      if (canvas.current) paint(canvas.current, bars)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [call])
  return <canvas ref={canvas} width={640} height={96} aria-hidden className="h-12 w-80 max-w-full text-brand" />
}

function paint(canvas: HTMLCanvasElement, bars: { you: number; bot: number }[]) {
  const drawing = canvas.getContext('2d')
  if (!drawing) return
  const { width, height } = canvas
  const style = getComputedStyle(canvas)
  const step = width / BARS
  drawing.clearRect(0, 0, width, height)
  bars.forEach(({ you, bot }, at) => {
    drawing.fillStyle = style.color
    drawing.globalAlpha = 1
    drawing.fillRect(at * step, height / 2 - 1 - (bot * height) / 2, step - 4, 1 + (bot * height) / 2)
    drawing.globalAlpha = 0.45
    drawing.fillRect(at * step, height / 2 + 1, step - 4, 1 + (you * height) / 2)
  })
}
