import type { Plan } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';

/** The button of a plan: the primary one where the plan is featured. */
export function PlanAction({ plan, className }: { plan: Plan; className?: string }) {
  if (!plan.action) return null;
  return (
    <SiteLink
      className={className}
      link={plan.action}
      variant={plan.action.style ?? (plan.featured ? 'primary' : 'secondary')}
    />
  );
}
