import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { textLink } from '../parts/section.tsx'
import { buildCurl } from './curl.ts'
import { DocsFrame } from './frame.tsx'
import { CodeBlock, InlineLine } from './prose.tsx'
import {
  type ApiCall,
  buildAreas,
  errorResponses,
  findRequestBody,
  formatType,
  listFields,
  listParameters,
  successResponse,
} from './reference.ts'

/** Reference page of one API area: each call with its parameters, responses, errors and a curl command. */
export function AreaPage({ path, ...given }: SiteGiven & { path: string }) {
  const area = buildAreas(given.api).find((one) => one.path === path)
  if (!area) return null
  return (
    <DocsFrame given={given} path={area.path} title={area.title} lead={area.description}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line pb-6">
        {area.calls.map(({ id, operation }) => (
          <li key={id}>
            <a href={`#${id}`} className={`${textLink} pointer-coarse:py-2`}>
              {operation.summary}
            </a>
          </li>
        ))}
      </ul>
      {area.calls.map((call) => (
        <Call key={call.id} given={given} call={call} />
      ))}
    </DocsFrame>
  )
}

function Call({ given, call }: { given: SiteGiven; call: ApiCall }) {
  const { api, publicUrl } = given
  const { id, method, path, operation } = call
  const [bodyType, body] = findRequestBody(call) ?? []
  const { status, content } = successResponse(call)
  const [responseType, response] = content ?? []
  return (
    <section aria-labelledby={id} className="border-b border-line py-10">
      <h2 id={id} className="scroll-mt-24 text-xl font-semibold">
        {operation.summary}
      </h2>
      <p className="mt-2 font-mono text-sm wrap-anywhere">
        <span className="mr-2 rounded-sm bg-soft px-1.5 py-0.5 font-semibold text-link">{method}</span>/test{path}
      </p>
      <div className="mt-4 flex flex-col gap-3 text-md text-ink-2">
        {operation.description.split('\n\n').map((text) => (
          <p key={text}>
            <InlineLine text={text} />
          </p>
        ))}
      </div>
      <Fields
        label="Parameters"
        of={operation.summary}
        rows={listParameters(api, call).map(({ name, in: where, required, description = '', schema }) => ({
          name,
          type: `${formatType(api, schema)}, in the ${where === 'path' ? 'address' : where}`,
          isRequired: required,
          text: description,
        }))}
      />
      {body && (
        <Fields
          label={bodyType === 'application/json' ? 'Body' : 'Body, as a form'}
          of={operation.summary}
          rows={listFields(api, body.schema)}
        />
      )}
      <div className="mt-6">
        <CodeBlock text={buildCurl(api, call, publicUrl)} label="Copy command" />
      </div>
      <h3 className="mt-6 font-semibold">
        {status === '204'
          ? 'Answered with nothing (204)'
          : `Answered (${status}${responseType === 'application/json' ? '' : `, ${responseType}`})`}
      </h3>
      {response && responseType === 'application/json' && (
        <Collapsible label={`Fields of the answer to ${operation.summary.toLowerCase()}`}>
          <Fields rows={listFields(api, response.schema)} of={operation.summary} />
          {response.example !== undefined && (
            <div className="mt-4">
              <CodeBlock text={JSON.stringify(response.example, null, 2)} label="Copy example" />
            </div>
          )}
        </Collapsible>
      )}
      <Collapsible label={`Refusals of ${operation.summary.toLowerCase()}`}>
        <dl>
          {errorResponses(api, call).map(({ status, description, codes }) => (
            <div key={status} className="grid grid-cols-[48px_minmax(0,1fr)] py-1">
              <dt className="figures font-medium">{status}</dt>
              <dd className="text-ink-2">
                <InlineLine text={description} />
                {codes.map(({ code, description: meaning }) => (
                  <p key={code} className="wrap-anywhere">
                    <InlineLine text={`\`${code}\`: ${meaning}`} />
                  </p>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-ink-2">
          All have{' '}
          <a href="/docs/errors#errors" className={textLink}>
            the same body
          </a>
          .
        </p>
      </Collapsible>
    </section>
  )
}

function Collapsible({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <details className="mt-3 rounded-md border border-line">
      <summary className="flex min-h-11 items-center px-4 font-medium">{label}</summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}

type Row = ReturnType<typeof listFields>[number]

function Fields({ label, of, rows }: { label?: string; of: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <div className={label ? 'mt-6' : ''}>
      {label && (
        <h3 className="font-semibold">
          {label}
          <span className="sr-only"> of {of.toLowerCase()}</span>
        </h3>
      )}
      <dl className="mt-2 border-b border-line">
        {rows.map(({ name, type, isRequired, text }) => (
          <div key={name} className="grid gap-x-5 border-t border-line py-2.5 sm:grid-cols-[220px_minmax(0,1fr)]">
            <dt className="wrap-anywhere">
              <code className="font-mono text-sm">{name}</code>
            </dt>
            <dd>
              <p className="text-sm text-muted wrap-anywhere">
                {type}
                {isRequired && <span className="font-medium text-ink"> · needed</span>}
              </p>
              {text && (
                <p className="text-ink-2 wrap-anywhere">
                  <InlineLine text={text} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
