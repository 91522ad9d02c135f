import { messages } from '@adire/contract/messages.ts'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { useOnline } from './offline.tsx'

export function ErrorScreen() {
  const online = useOnline()
  return (
    <MessageScreen title={messages.errorTitle} text={online ? messages.errorOnline : messages.errorOffline}>
      <Button size="md" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </MessageScreen>
  )
}

/** Shows the error screen in the place of what broke, until one goes elsewhere: back, as the screen says. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary locationKey={useLocation().key}>{children}</Boundary>
}

type BoundaryProps = { locationKey: string; children: ReactNode }
type BoundaryState = { failed: boolean; locationKey?: string | undefined }

/** A class because React has no other way to catch what a render throws. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true, locationKey: undefined }
  }

  /** What breaks on the way to a place has broken there, and not where one came from. */
  static getDerivedStateFromProps(
    { locationKey }: BoundaryProps,
    { failed, locationKey: brokeAt = locationKey }: BoundaryState,
  ) {
    return failed ? { failed: brokeAt === locationKey, locationKey: brokeAt } : null
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
