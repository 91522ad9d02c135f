import { useLocation } from 'react-router'
import { AddBusinessPage } from '../../features/onboarding/add-business-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { useLogOut } from './use-log-out.ts'

/** Page of a user who is in no team any more, because they left or were removed. */
export function NoBusiness() {
  const { pathname } = useLocation()
  const { isLoggingOut, logOut } = useLogOut()
  if (pathname === '/add-business')
    return (
      <main className="min-h-dvh bg-canvas px-6">
        <AddBusinessPage />
      </main>
    )
  return (
    <MessageScreen
      title="You are in no team now"
      text="Ask the owner of a business for an invitation, or add a business of your own."
    >
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/add-business" size="md">
          Add business
        </LinkButton>
        <Button tone="secondary" size="md" busy={isLoggingOut} onClick={logOut}>
          Log out
        </Button>
      </div>
    </MessageScreen>
  )
}
