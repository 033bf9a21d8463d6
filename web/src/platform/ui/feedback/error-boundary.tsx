import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback?: ReactNode }

/** Wraps one part of a page: if it fails, `fallback` replaces it and the rest of the page stays. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
