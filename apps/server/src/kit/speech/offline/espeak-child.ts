import { wavSamples } from '../../audio/wav-samples.ts'
import { answerTasks, Refusal } from './helper-answers.ts'

/** The part of the package that we use; the package may be absent. */
interface Espeak {
  FS: { readFile(name: string): Uint8Array; writeFile(name: string, text: string): void }
}
type Open = (options: {
  arguments: string[]
  preRun: ((espeak: Espeak) => void)[]
  print(line: string): void
  printErr(line: string): void
}) => Promise<Espeak>
const WORDS_PER_MINUTE = 175
const NAME: string = 'espeak-ng'
const quiet = () => {}

/** GPL code: isolated in this process, which returns nothing but samples. */
answerTasks({
  async *say({ text, voice, speed }: { text: string; voice: string; speed: number }) {
    const { default: open } = (await import(NAME)) as { default: Open }
    const pace = Math.round(Math.min(450, Math.max(80, WORDS_PER_MINUTE * speed)))
    const espeak = await open({
      // Through a file, so that a text beginning with a dash is not taken for an option.
      arguments: ['-v', voice, '-s', String(pace), '-b', '1', '-w', 'said.wav', '-f', 'text.txt'],
      preRun: [({ FS }) => FS.writeFile('text.txt', text)],
      print: quiet,
      printErr: quiet,
    })
    const sound = wavSamples(Buffer.from(espeak.FS.readFile('said.wav')))
    if (!sound) throw new Refusal('silent')
    yield sound
  },
})
