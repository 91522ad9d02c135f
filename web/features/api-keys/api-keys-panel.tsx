import { useSession } from '../../client/session.ts'
import { ApiKeyExample } from './example.tsx'
import { ApiKeyList } from './keys.tsx'
import { MerchantCode } from './merchant-code.tsx'

/** Page of the API keys. It resets on a change of business or mode, so a secret on screen disappears. */
export function ApiKeysPanel() {
  const { mode, merchantId } = useSession()
  return (
    <div className="flex max-w-[820px] flex-col gap-5">
      <MerchantCode />
      <ApiKeyList key={`${mode} ${merchantId}`} />
      <ApiKeyExample />
    </div>
  )
}
