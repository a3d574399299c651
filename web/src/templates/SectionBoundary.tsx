import { Component, type ReactNode, Suspense } from 'react';
import type { Section } from '../content/types.gen';

interface Props {
  section: Section;
  children: ReactNode;
}

interface State {
  failed: boolean;
}

/**
 * Keeps what a section throws to that section, until there is new content. What throws on the server, or while the
 * client takes over its HTML, is kept by Suspense: React leaves it out, and the client renders it anew.
 */
export class SectionBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidUpdate({ section }: Props): void {
    if (this.state.failed && section !== this.props.section) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
