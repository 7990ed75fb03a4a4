import { ModelType } from '@orrery/contract/shared/model-support'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'

/** The result of a model test; each kind of model has its own field. */
export interface TestOutcome {
  first_token_ms: number
  total_ms: number
  input_tokens: number
  output_tokens: number
  dimensions?: number
  scores?: { text: string; score: number }[]
  image_url?: string
  audio_url?: string
}

/** Shows that a model of this kind works, and how long it took. */
export function TestResult({ type, outcome }: { type: ModelType; outcome: TestOutcome }) {
  const t = useT('model')
  const total = formatDuration(outcome.total_ms)
  const tokens = formatNumber(outcome.input_tokens + outcome.output_tokens)
  const words = {
    [ModelType.chat]: t('test.done', { first: formatDuration(outcome.first_token_ms), total, tokens }),
    [ModelType.embedding]: t('test.done.embedding', { dimensions: formatNumber(outcome.dimensions ?? 0), total }),
    [ModelType.rerank]: t('test.done.rerank', { total }),
    [ModelType.image]: t('test.done.image', { total }),
    [ModelType.speech]: t('test.done.speech', { total }),
    [ModelType.transcription]: t('test.done.transcription', { total }),
    [ModelType.dialogue]: t('test.done.dialogue', { total }),
  }
  return (
    <>
      {outcome.scores && (
        <ol className="mt-2 text-small">
          {outcome.scores.map(({ text, score }) => (
            <li key={text} className="flex gap-3">
              <span className="w-10 shrink-0 tabular-nums">{score.toFixed(2)}</span>
              <span className="min-w-0 text-mute">{text}</span>
            </li>
          ))}
        </ol>
      )}
      {outcome.image_url && <img src={outcome.image_url} alt={t('test.image')} className="mt-2 max-h-48 rounded-md" />}
      {outcome.audio_url && <Sound source={outcome.audio_url} />}
      <p className="mt-1 text-small text-ok tabular-nums">{words[type]}</p>
    </>
  )
}

/** Converts the bytes to a URL that the page can play. */
function Sound({ source }: { source: string }) {
  const t = useT('model')
  const play = (element: HTMLAudioElement) => {
    const made = URL.createObjectURL(readDataUrl(source))
    element.src = made
    return () => URL.revokeObjectURL(made)
  }
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the audio speaks the text of the test
  return <audio key={source} ref={play} controls aria-label={t('test.sound')} className="mt-2 w-full" />
}

function readDataUrl(text: string): Blob {
  const [head = '', body = ''] = text.split(',')
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type })
}
