import type { Plan } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';

/** The button of a plan: the primary one where the plan is featured. */
export function PlanAction({ plan, className }: { plan: Plan; className?: string }) {
  const { action, featured } = plan;
  if (!action) return null;
  return (
    <SiteLink className={className} link={action} variant={action.style ?? (featured ? 'primary' : 'secondary')} />
  );
}
