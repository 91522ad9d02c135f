import { useSession } from '../../session.ts'
import { ApiKeyExample } from './example.tsx'
import { ApiKeyList } from './keys.tsx'
import { MerchantCode } from './merchant-code.tsx'

/** Another business, or the other mode, starts afresh: a key that is on screen goes. */
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
