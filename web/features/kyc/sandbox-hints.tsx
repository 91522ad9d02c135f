import { FlaskConical } from 'lucide-react'

const bvns = [
  ['22222222222', 'is the owner’s'],
  ['22222222223', 'is somebody else’s'],
  ['22222222224', 'is not in the register'],
  ['22222222225', 'waits for our team'],
  ['22222222226', 'gets no response'],
] as const
const documents = [
  ['sandbox-approved.pdf', 'is approved'],
  ['sandbox-unreadable.pdf', 'needs to be sent again'],
  ['sandbox-rejected.pdf', 'is rejected'],
] as const
const accounts = [
  ['Access Bank 0000000017', 'is in your name'],
  ['Access Bank 0000000024', 'is in another name'],
] as const
const taxIds = [['2222222222222', 'is approved']] as const

type Hints = readonly (readonly [value: string, outcome: string])[]

function hintsFor(code: string | undefined): Hints {
  if (code === 'BVN') return bvns
  if (code === 'TAX_ID') return taxIds
  if (code === 'SETTLEMENT_ACCOUNT') return accounts
  if (code === undefined || code === 'BUSINESS_DETAILS' || code === 'DIRECTORS') return []
  return documents
}

/** Hints to test every review result in Test Mode. In Live Mode a person reviews. */
export function SandboxHints({ code }: { code: string | undefined }) {
  const hints = hintsFor(code)
  return (
    <aside aria-label="Test Mode" className="rounded-lg bg-warn-soft p-4 text-ink">
      <h2 className="flex items-center gap-2 font-medium text-warn">
        <FlaskConical className="size-4" strokeWidth={1.75} aria-hidden="true" />
        Try it in Test Mode
      </h2>
      {hints.length > 0 ? (
        <>
          <dl className="mt-2 flex flex-col gap-1">
            {hints.map(([value, outcome]) => (
              <div key={value} className="flex flex-wrap gap-x-2">
                <dt className="figures font-medium select-all">{value}</dt>
                <dd className="text-ink-2">{outcome}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-sm text-ink-2">Everything else is reviewed by our team.</p>
        </>
      ) : (
        <p className="mt-1 text-ink-2">
          Each step lists numbers and file names to test with. They are approved or rejected within seconds.
        </p>
      )}
    </aside>
  )
}
