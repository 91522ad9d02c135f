import { getMerchant } from '@adire/contract/merchants.ts'
import { ExternalLink } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { useConfig } from '../../client/config.ts'
import { useSession } from '../../client/session.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export function MerchantCode() {
  const { mode } = useSession()
  const merchant = useCall(getMerchant, {})
  const config = useConfig()
  const code = merchant.data?.merchantCode ?? ''
  const documentation = (
    <a
      href={config?.brand.docsUrl ?? '/docs'}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 font-medium text-link hover:underline pointer-coarse:min-h-11 [&_svg]:size-4"
    >
      API documentation
      <ExternalLink strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
  return (
    <Card title="Merchant Code" action={documentation}>
      {merchant.error ? (
        <ErrorStrip message={merchant.error.message} onRetry={() => merchant.refetch()} />
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <Field
            label={mode === 'LIVE' ? 'Live Merchant Code' : 'Test Merchant Code'}
            className="min-w-0 flex-[1_1_8rem] sm:max-w-80"
          >
            <Input readOnly value={code} className="figures font-mono" />
          </Field>
          <CopyButton text={code} label="Copy code" />
        </div>
      )}
    </Card>
  )
}
