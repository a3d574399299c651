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
 * Keeps what a section throws to that section: its place stays empty, and the
 * rest of the page works. The root of the client writes the error to the
 * console; new content makes a new attempt.
 *
 * On the server, and while the client takes over its HTML, it is the Suspense
 * that React keeps to: what throws below it is left out of the HTML, and
 * rendered anew by the client without touching the rest.
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
