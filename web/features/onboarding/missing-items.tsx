import { getKycStatus, listKycTypes } from '@adire/contract/kyc.ts'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'

/** Missing items, each with a link to its onboarding step. */
export function MissingItems({ codes }: { codes: readonly string[] }) {
  const types = useCall(listKycTypes, {})
  const statuses = useCall(getKycStatus, {})
  const findLabel = (code: string) => types.data?.content.find((type) => type.code === code)?.label ?? '…'
  return (
    <ul className="divide-y divide-line">
      {codes.map((code) => {
        const status = statuses.data?.[code]
        return (
          <li key={code}>
            <Link
              to={`/onboarding?step=${code}`}
              className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-link"
            >
              <span className="min-w-0">
                {findLabel(code)}
                {status?.reason && <span className="block text-sm wrap-anywhere text-bad">{status.reason}</span>}
              </span>
              <ArrowRight className="size-4 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
