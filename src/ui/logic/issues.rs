//! Filtering, sorting and counting of issues.

use crate::model::issue::{Issue, IssueStatus, Severity};

/// All severities, worst first.
pub const SEVERITIES: [Severity; 4] = [Severity::Critical, Severity::High, Severity::Med, Severity::Low];
/// All statuses, the open one first.
pub const STATUSES: [IssueStatus; 3] = [IssueStatus::Open, IssueStatus::Resolved, IssueStatus::Dismissed];

/// What to sort by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// Worst first, open before closed.
    #[default]
    Severity,
    /// Open before closed, worst first.
    Status,
    /// By title.
    Title,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 3] = [Self::Severity, Self::Status, Self::Title];

    /// The name in the query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Severity => "severity",
            Self::Status => "status",
            Self::Title => "title",
        }
    }
}

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// Only this severity.
    pub severity: Option<Severity>,
    /// Only this status.
    pub status: Option<IssueStatus>,
    /// The order.
    pub order: Order,
}

impl Filter {
    /// Reads the filter from the words of a form or a query. A missing status means open; `all` means every one.
    #[must_use]
    pub fn parse(severity: Option<&str>, status: Option<&str>, order: Option<&str>) -> Self {
        Self {
            severity: SEVERITIES.into_iter().find(|s| Some(s.as_str()) == severity),
            status: match status {
                None | Some("") => Some(IssueStatus::Open),
                Some(name) => STATUSES.into_iter().find(|s| s.as_str() == name),
            },
            order: Order::ALL.into_iter().find(|o| Some(o.as_str()) == order).unwrap_or_default(),
        }
    }

    /// The issues that pass, in order.
    #[must_use]
    pub fn apply(self, issues: &[Issue]) -> Vec<Issue> {
        let mut kept: Vec<Issue> = issues
            .iter()
            .filter(|i| self.severity.is_none_or(|s| s == i.severity) && self.status.is_none_or(|s| s == i.status))
            .cloned()
            .collect();
        match self.order {
            Order::Severity => kept.sort_by_key(|i| (i.severity, i.status)),
            Order::Status => kept.sort_by_key(|i| (i.status, i.severity)),
            Order::Title => kept.sort_by_key(|i| i.title.to_lowercase()),
        }
        kept
    }
}

/// How many issues have the status.
#[must_use]
pub fn count_status(issues: &[Issue], status: IssueStatus) -> usize {
    issues.iter().filter(|i| i.status == status).count()
}

/// How many open issues have the severity.
#[must_use]
pub fn count_open(issues: &[Issue], severity: Severity) -> usize {
    issues.iter().filter(|i| i.status == IssueStatus::Open && i.severity == severity).count()
}

#[cfg(test)]
mod tests {
    use super::{Filter, count_open, count_status};
    use crate::model::issue::{Issue, IssueStatus, Severity};

    fn issue(title: &str, severity: Severity, status: IssueStatus) -> Issue {
        Issue {
            id: title.into(),
            key: None,
            severity,
            status,
            title: title.to_owned(),
            why_it_matters: String::new(),
            missing_or_conflict: None,
            resolution_hint: String::new(),
            requires_user_confirmation: None,
            evidence: None,
        }
    }

    fn sample() -> Vec<Issue> {
        vec![
            issue("в", Severity::Low, IssueStatus::Open),
            issue("б", Severity::Critical, IssueStatus::Resolved),
            issue("а", Severity::Critical, IssueStatus::Open),
        ]
    }

    fn titles(filter: Filter) -> Vec<String> {
        filter.apply(&sample()).into_iter().map(|i| i.title).collect()
    }

    #[test]
    fn open_and_worst_first_unless_told() {
        assert_eq!(titles(Filter::parse(None, None, None)), ["а", "в"]);
        assert_eq!(titles(Filter::parse(None, Some("all"), None)), ["а", "б", "в"]);
        assert_eq!(titles(Filter::parse(None, Some("all"), Some("status"))), ["а", "в", "б"]);
        assert_eq!(titles(Filter::parse(None, Some("all"), Some("title"))), ["а", "б", "в"]);
    }

    #[test]
    fn filters() {
        assert_eq!(titles(Filter::parse(Some("critical"), Some("resolved"), None)), ["б"]);
        assert_eq!(titles(Filter::parse(Some("nonsense"), Some("open"), Some("nonsense"))), ["а", "в"]);
    }

    #[test]
    fn counts() {
        assert_eq!(count_status(&sample(), IssueStatus::Open), 2);
        assert_eq!(count_open(&sample(), Severity::Critical), 1);
    }
}
