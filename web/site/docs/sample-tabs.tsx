import { CodeBlock } from './prose.tsx'
import type { SampleRequest } from './sample-request.ts'
import { sampleLanguages } from './samples.ts'

/** Shows the panel of the chosen language. Whole class names, so that Tailwind finds them. */
const panelClass: Record<(typeof sampleLanguages)[number]['id'], string> = {
  curl: 'group-has-[[value=curl]:checked]/samples:block',
  javascript: 'group-has-[[value=javascript]:checked]/samples:block',
  php: 'group-has-[[value=php]:checked]/samples:block',
  python: 'group-has-[[value=python]:checked]/samples:block',
}

/** Samples of one request in several languages. The tabs are radio buttons, so they work without script. */
export function SampleTabs({ id, of, request }: { id: string; of: string; request: SampleRequest }) {
  return (
    <div className="group/samples mt-6">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Language of the sample of {of.toLowerCase()}</legend>
        {sampleLanguages.map(({ id: language, name }, index) => (
          <label
            key={language}
            className="relative flex min-h-9 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-ink-2 hover:bg-sunken has-checked:bg-soft has-checked:text-link has-focus-visible:outline-2 has-focus-visible:outline-brand pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={`language-${id}`}
              value={language}
              defaultChecked={index === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {name}
          </label>
        ))}
      </fieldset>
      {sampleLanguages.map(({ id: language, name, toText }) => (
        <div key={language} className={`mt-2 hidden ${panelClass[language]}`}>
          <CodeBlock text={toText(request)} label={`Copy ${name}`} />
        </div>
      ))}
    </div>
  )
}
