/** An error in one screen does not break the others. */
import { Component, type ReactNode } from 'react'
import { ErrorNote } from '#kit/web/ui/state.tsx'

type State = { error: unknown }

// React offers error boundaries only as a class.
/** Shows the error and 'Thử lại' instead of the screen that threw. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <ErrorNote error={error} title="Màn hình gặp lỗi" retry={() => this.setState({ error: null })} />
  }
}
