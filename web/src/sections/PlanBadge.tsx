import type { Plan } from '../content/types.gen';
import { Badge } from '../ui/Badge';
import { Tooltip } from '../ui/Tooltip';

/** The badge of a plan, with its hint where it has one. */
export function PlanBadge({ plan }: { plan: Plan }) {
  if (!plan.badge) return null;
  if (!plan.badgeHint) return <Badge tone="strong">{plan.badge}</Badge>;
  return (
    <Tooltip text={plan.badgeHint}>
      {(id) => (
        <Badge describedBy={id} tone="strong">
          {plan.badge}
        </Badge>
      )}
    </Tooltip>
  );
}
