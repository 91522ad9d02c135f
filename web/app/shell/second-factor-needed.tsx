import { listMerchants } from '@adire/contract/merchants.ts'
import type { MerchantListItem } from '@adire/contract/merchants-schemas.ts'
import { getUser } from '@adire/contract/users.ts'
import { useCall, useRefresh } from '../../client/api.ts'
import { chooseMerchant, useSession } from '../../client/session.ts'
import { Passkeys } from '../../features/users/passkeys.tsx'
import { TwoFactor } from '../../features/users/two-factor.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Logo } from '../../ui/logo.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { PageTitle } from '../../ui/title.tsx'
import { useLogOut } from './use-log-out.ts'

const title = 'Set up a second factor'

interface SecondFactorNeededProps {
  merchants: readonly MerchantListItem[]
  onDone: () => void
}

/**
 * Page of a member without a second factor, in a business that requires one. Nothing else in the business is possible before they set one
 * up.
 */
export function SecondFactorNeeded({ merchants, onDone }: SecondFactorNeededProps) {
  const { userId, merchantId } = useSession()
  const user = useCall(getUser, { id: userId })
  const refetch = useRefresh()
  const { isLoggingOut, logOut } = useLogOut()
  const business = merchants.find(({ id }) => id === merchantId)
  const others = merchants.filter(({ secondFactorMissing }) => !secondFactorMissing)
  const isDone = user.data && (user.data.twoFactor || user.data.passkeys > 0)
  return (
    <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-10 sm:py-16">
      <PageTitle>{title}</PageTitle>
      <div className="flex w-full max-w-[560px] flex-col gap-6">
        <Logo />
        <div>
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="mt-1 text-ink-2">
            {business?.businessName} requires one of every member: a passkey, or an app on your phone. A stolen password
            alone is then not enough.
          </p>
        </div>
        {user.error && <ErrorStrip message={user.error.message} onRetry={() => user.refetch()} />}
        {!user.data && !user.error && <DetailSkeleton rows={3} />}
        {user.data && (
          <>
            <section aria-labelledby="needed-passkeys" className="flex flex-col gap-2">
              <h2 id="needed-passkeys" className="font-semibold">
                Passkeys
              </h2>
              <Passkeys user={user.data} />
            </section>
            <section aria-labelledby="needed-app" className="flex flex-col gap-2">
              <h2 id="needed-app" className="font-semibold">
                Authenticator app
              </h2>
              <TwoFactor user={user.data} />
            </section>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button size="md" disabled={!isDone} onClick={() => void refetch([listMerchants]).then(onDone)}>
            Continue
          </Button>
          {others.map(({ id, businessName }) => (
            <Button key={id} tone="secondary" size="md" onClick={() => void chooseMerchant(id)}>
              Open {businessName}
            </Button>
          ))}
          <Button tone="ghost" size="md" busy={isLoggingOut} onClick={logOut}>
            Log out
          </Button>
        </div>
      </div>
    </main>
  )
}
