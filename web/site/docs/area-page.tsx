import type { ApiDocument } from '@adire/contract/api-document.ts'
import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { Fragment, type ReactNode } from 'react'
import { textLink } from '../parts/page-links.tsx'
import { FieldList } from './field-list.tsx'
import { DocsFrame } from './frame.tsx'
import { describeLimits } from './limits.ts'
import { CodeBlock, InlineLine } from './prose.tsx'
import {
  type ApiCall,
  buildAreas,
  errorResponses,
  findRequestBody,
  formatType,
  listFields,
  listParameters,
  resolveSchema,
  successResponse,
} from './reference.ts'
import { buildSampleRequest } from './sample-request.ts'
import { SampleTabs } from './sample-tabs.tsx'

/** Reference page of one API area: each call with its parameters, samples, response and errors. */
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

/** A path that breaks before a slash, not within a word. */
const BreakablePath = ({ path }: { path: string }) =>
  path
    .slice(1)
    .split('/')
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join('/')}>
        <wbr />/{part}
      </Fragment>
    ))

function Call({ given, call }: { given: SiteGiven; call: ApiCall }) {
  const { api, publicUrl } = given
  const { id, method, path, operation } = call
  const [bodyType, body] = findRequestBody(call) ?? []
  return (
    <section aria-labelledby={id} className="border-b border-line py-10">
      <h2 id={id} className="scroll-mt-8 text-xl font-semibold">
        {operation.summary}
      </h2>
      <p className="mt-2 font-mono text-sm wrap-anywhere">
        <span className="mr-2 rounded-sm bg-soft px-1.5 py-0.5 font-semibold text-link">{method}</span>
        <BreakablePath path={`/test${path}`} />
      </p>
      <div className="mt-4 flex flex-col gap-3 text-md text-ink-2">
        {operation.description.split('\n\n').map((text) => (
          <p key={text}>
            <InlineLine text={text} />
          </p>
        ))}
      </div>
      <FieldList
        label="Parameters"
        of={operation.summary}
        isSent
        rows={listParameters(api, call).map(({ name, in: where, required, description = '', schema }) => ({
          name,
          type: `${formatType(api, schema)} in the ${where}`,
          isRequired: required,
          limits: describeLimits(resolveSchema(api, schema)),
          text: description,
        }))}
      />
      {body && (
        <FieldList
          label={bodyType === 'application/json' ? 'Body' : 'Body, as a form'}
          of={operation.summary}
          isSent
          rows={listFields(api, body.schema)}
        />
      )}
      <SampleTabs id={id} of={operation.summary} request={buildSampleRequest(api, call, publicUrl)} />
      <CallResponse api={api} call={call} />
      <CallErrors api={api} call={call} />
    </section>
  )
}

type CallProps = { api: ApiDocument; call: ApiCall }

function CallResponse({ api, call }: CallProps) {
  const { status, content } = successResponse(call)
  const [type, response] = content ?? []
  const { summary } = call.operation
  const suffix = type === 'application/json' ? '' : `, ${type}`
  return (
    <>
      <h3 className="mt-6 font-semibold">
        {status === '204' ? 'Response 204, without a body' : `Response ${status}${suffix}`}
      </h3>
      {response && type === 'application/json' && (
        <Collapsible label="Response fields" of={summary}>
          <FieldList rows={listFields(api, response.schema)} of={summary} />
          {response.example !== undefined && (
            <div className="mt-4">
              <CodeBlock text={JSON.stringify(response.example, null, 2)} label="Copy example" />
            </div>
          )}
        </Collapsible>
      )}
    </>
  )
}

function CallErrors({ api, call }: CallProps) {
  return (
    <Collapsible label="Errors" of={call.operation.summary}>
      <dl>
        {errorResponses(api, call).map(({ status, description, codes }) => (
          <div key={status} className="grid grid-cols-[48px_minmax(0,1fr)] py-1">
            <dt className="figures font-medium">{status}</dt>
            <dd className="text-ink-2">
              <InlineLine text={description} />
              {codes.map(({ code, description: meaning }) => (
                <p key={code} className="wrap-anywhere">
                  <a href={`/docs/errors#${code}`} className={textLink}>
                    {code}
                  </a>
                  : <InlineLine text={meaning} />
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-2">
        Every error has{' '}
        <a href="/docs/errors#errors" className={textLink}>
          the same body
        </a>
        , and every call can also respond with{' '}
        <a href="/docs/errors#error-codes" className={textLink}>
          the general codes
        </a>
        .
      </p>
    </Collapsible>
  )
}

function Collapsible({ label, of, children }: { label: string; of: string; children: ReactNode }) {
  return (
    <details className="mt-3 rounded-md border border-line">
      <summary className="flex min-h-11 items-center px-4 font-medium">
        <span>
          {label}
          <span className="sr-only"> of {of.toLowerCase()}</span>
        </span>
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}
