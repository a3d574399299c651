import { Component, type ReactNode } from 'react';
import type { Site } from '../content/types.gen';
import { ErrorScreen } from './ErrorScreen';

interface Props {
  site: Site;
  children: ReactNode;
}

interface State {
  failed: boolean;
  error: unknown;
}

/** Catches what a template throws. The root of the client writes it to the console; a new key makes a new attempt. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  private readonly retry = () => this.setState({ failed: false, error: undefined });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ErrorScreen site={this.props.site} error={this.state.error} onRetry={this.retry} />;
  }
}
