import { messages } from '@adire/contract/messages.ts'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useOnline } from './offline.tsx'
import { MessageScreen } from './message-screen.tsx'

export function ErrorScreen() {
  const online = useOnline()
  const { title, online: whenOnline, offline: whenOffline, reload } = messages.errorScreen
  return (
    <MessageScreen title={title} text={online ? whenOnline : whenOffline}>
      <Button size="md" onClick={() => location.reload()}>
        {reload}
      </Button>
    </MessageScreen>
  )
}

/** A class because React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
