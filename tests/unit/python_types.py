"""A script for the vendor's module, as a type checker sees it through the shim. Each revealed type is the comment beside it."""

import ncu_report

report = ncu_report.load_report("x.ncu-rep")
reveal_type(report[0][0].metric_by_name("x").as_double())  # float
reveal_type(report.range_by_idx(0).action_by_idx(0)["x"].as_uint64())  # int
reveal_type(report[0][0]["x"].correlation_ids().value(0))  # Any
for action in report[0]:
    reveal_type(action)  # ncu_report.IAction
    time = action["gpu__time_duration.sum"]
    print(action.name(), time.value() / 1e3, time.unit())
    reveal_type(action.metric_by_name("x").as_string(0))  # str
    reveal_type(action.nvtx_state().domain_by_id(0).push_pop_range(0).name())  # str
    reveal_type(action.source_info(0).line())  # int
    reveal_type(action.rule_results()[0].rule_message().title)  # Any
    reveal_type(action.add_metric("mine").set_double(ncu_report.IMetric.ValueKind_DOUBLE, 1.0))  # bool
reveal_type(report[0][1:])  # tuple[ncu_report.IAction, ...]
reveal_type(report.get_version())  # str
reveal_type(ncu_report.MsgType_OK)  # ncurep.enums.MsgType
reveal_type(ncu_report.StallReason_WAIT)  # ncurep.enums.StallReason
