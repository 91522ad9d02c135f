import { messages } from '@adire/contract/messages.ts'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { useOnline } from './offline.tsx'

/** Full-page error with a way to reload. `isPart`: it is inside the frame of the dashboard. */
export function ErrorScreen({ isPart }: { isPart?: boolean | undefined }) {
  const online = useOnline()
  return (
    <MessageScreen
      title={messages.errorTitle}
      text={online ? messages.errorOnline : messages.errorOffline}
      isPart={isPart}
    >
      <Button size="md" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </MessageScreen>
  )
}

/** Shows the error screen instead of a failed subtree until the user navigates. */
export function ErrorBoundary({ isPart, children }: { isPart?: boolean; children: ReactNode }) {
  return (
    <Boundary locationKey={useLocation().key} isPart={isPart}>
      {children}
    </Boundary>
  )
}

type BoundaryProps = { locationKey: string; isPart: boolean | undefined; children: ReactNode }
type BoundaryState = { failed: boolean; locationKey?: string | undefined }

/** A class because React has no other way to catch render errors. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true, locationKey: undefined }
  }

  /** An error during a navigation belongs to the new page: the error screen stays there, and disappears on the next navigation. */
  static getDerivedStateFromProps(
    { locationKey }: BoundaryProps,
    { failed, locationKey: brokeAt = locationKey }: BoundaryState,
  ) {
    return failed ? { failed: brokeAt === locationKey, locationKey: brokeAt } : null
  }

  override render() {
    return this.state.failed ? <ErrorScreen isPart={this.props.isPart} /> : this.props.children
  }
}
