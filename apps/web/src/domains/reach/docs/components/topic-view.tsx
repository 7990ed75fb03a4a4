import type { ExampleLanguage, Guide } from '@orrery/contract/shared/guides'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { topicKey } from '../topics.ts'

const names = { curl: 'curl', javascript: 'JavaScript', python: 'Python', html: 'HTML', react: 'React' }
const runs = {
  curl: 'bash example.sh',
  javascript: 'node example.mjs',
  python: 'python3 example.py',
  html: 'index.html',
  react: 'src/main.tsx',
}

/** An example of one task for programs, as code that runs as it is. */
export function TopicView({ guide }: { guide: Guide }) {
  const t = useT('docs')
  const key = topicKey(guide.id)
  const [stored, setStored] = useStored<string>('docs.snippet', 'curl')
  const languages = Object.keys(guide.examples) as ExampleLanguage[]
  const language = languages.find((language) => language === stored) ?? languages[0] ?? 'curl'
  const code = (guide.examples[language] ?? '').replaceAll('https://studio.example', location.origin)
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-6 max-md:p-4">
      <article className="mx-auto flex max-w-180 flex-col gap-6 text-prose">
        <header>
          <h1 className="text-greeting font-semibold">{t(`topic.${key}.title`)}</h1>
          <p className="mt-1 text-mute">{t(`topic.${key}.text`)}</p>
        </header>
        <section className="flex flex-col gap-2">
          <h2 className="text-title font-semibold">{t('topic.before')}</h2>
          {guide.isPage ? (
            <p>{t('topic.beforePage')}</p>
          ) : (
            <>
              <p>
                {t('topic.beforeText')}{' '}
                <Link to="/account/$" params={{ _splat: 'tokens' }} className="link">
                  {t('guide.tokenLink')}
                </Link>
              </p>
              <CodeBlock code={settings(guide)} title="bash" />
            </>
          )}
        </section>
        <section className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-2">
            <h2 className="text-title font-semibold">{t('topic.example')}</h2>
            <Segmented
              size="sm"
              label={t('snippet.language')}
              items={languages.map((value) => ({ value, label: names[value] }))}
              value={language}
              onChange={setStored}
            />
          </div>
          <CodeBlock code={code} title={runs[language]} maxHeight="40rem" />
        </section>
      </article>
    </div>
  )
}

const settings = ({ needs }: Guide) =>
  [
    `export ORRERY_URL=${location.origin}`,
    'export ORRERY_TOKEN=pat_…',
    ...needs.map((name) => `export ${name}=7412…`),
  ].join('\n')
