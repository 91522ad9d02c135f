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
  return <Boundary place={useLocation().key}>{children}</Boundary>
}

type BoundaryProps = { place: string; children: ReactNode }

/** A class because React has no other way to catch what a render throws. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
